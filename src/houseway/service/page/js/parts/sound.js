// Sounds of the table, made here: no file is fetched. Off unless somebody turns them on.

import { settings } from "./settings.js";

let context = null;

/** A tone that fades: pitch in hertz, when it begins and how long it lasts in seconds. */
function tone(pitch, at, seconds, loud = 0.12) {
  const from = context.currentTime + at;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  voice.connect(gain).connect(context.destination);
  voice.start(from);
  voice.stop(from + seconds);
}

/** A short rush of noise through a filter: a card on felt, or chips. */
function rush(pitch, at, seconds, loud = 0.1) {
  const from = context.currentTime + at;
  const noise = context.createBufferSource();
  const length = Math.ceil(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length);
  noise.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.value = loud;
  noise.connect(filter).connect(gain).connect(context.destination);
  noise.start(from);
}

const SOUNDS = {
  card: () => rush(2200, 0, 0.06),
  chips: () => [0, 0.045, 0.08].forEach((at) => rush(5200, at, 0.03, 0.14)),
  turn: () => [660, 880].forEach((pitch, i) => tone(pitch, i * 0.12, 0.22)),
  win: () => [523, 659, 784].forEach((pitch, i) => tone(pitch, i * 0.1, 0.3)),
  word: () => tone(440, 0, 0.12, 0.06),
};

/** Play a sound by name, where sound is wanted. */
export function play(name) {
  if (settings().sound !== "on" || document.hidden || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name]();
}

/** The sound of what has just happened at a table, one for all of it. */
export function soundOf(model, records) {
  const over = records.find((record) => record.kind.endsWith("settled"));
  if (over) {
    const mine = Object.entries(over.names ?? {}).find(([, name]) => name === model.you)?.[0];
    return mine && Number(over.net?.[mine]) > 0 ? "win" : "chips";
  }
  if (records.some((record) => record.moves?.length)) return "chips";
  return records.some((record) => record.event?.did === "dealt") ? "card" : null;
}
