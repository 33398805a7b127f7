// The evening so far: what each hand brought, and what it cost against best play. Kept here only.

import { keep, recall } from "../parts/settings.js";

const KEY = "houseway.evening";
const HOURS = 12;
const MOST = 500;

export function evening() {
  const since = Date.now() - HOURS * 3600000;
  return recall(KEY, []).filter((one) => one.at > since);
}

/** A hand that is over. */
export function note(hand) {
  const known = evening();
  const last = known.at(-1);
  if (last?.round === hand.round && last.table === hand.table && Date.now() - last.at < 60000) known.pop(); // told again after a reconnect
  keep(KEY, [...known, { at: Date.now(), ...hand }].slice(-MOST));
}

export function forget() {
  keep(KEY, null);
}

/** How many hands it is known of what they gave up. */
export function weighed(hands = evening()) {
  return hands.filter((one) => one.cost !== null && one.cost !== undefined).length;
}

/** The totals after each hand, in cents. */
export function totals(hands = evening()) {
  let [net, cost, fees] = [0, 0, 0];
  return hands.map((one) => {
    net += one.net;
    cost += one.cost ?? 0;
    fees += one.fee ?? 0;
    return { ...one, total: net, given: cost, fees };
  });
}
