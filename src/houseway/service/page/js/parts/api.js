// Requests to the service, and who we are to it.

import { keep, recall } from "./settings.js";

const TOKEN = "houseway.token";
const NAME = "houseway.name";

/** A refusal of the service, in the words it gave. */
export class Refusal extends Error {
  constructor({ code, message, where = "", cite = "" }, status = 0) {
    super(message);
    this.code = code;
    this.where = where;
    this.cite = cite;
    this.status = status;
  }
}

let account = null;
const listeners = new Set();

/** Told whenever the account changes; returns how to stop listening. */
export function onAccount(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function me() {
  return account;
}

export function token() {
  return recall(TOKEN);
}

export function lastName() {
  return recall(NAME, "");
}

function setAccount(found) {
  account = found;
  if (found) keep(NAME, found.name);
  for (const listener of listeners) listener(found);
}

/** Ask the service; answers JSON, or text where the answer is none. */
export async function call(path, { method = "GET", body, text, type } = {}) {
  const headers = {};
  const secret = token();
  if (secret) headers.Authorization = `Bearer ${secret}`;
  let sent;
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    sent = JSON.stringify(body);
  } else if (text !== undefined) {
    headers["Content-Type"] = type ?? "text/plain";
    sent = text;
  }
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: sent, credentials: "omit" });
  } catch {
    throw new Refusal({
      code: "no-connection",
      message: "The cardroom does not answer. Is it still running? Try again in a moment.",
    });
  }
  if (answer.status === 204) return null;
  const json = answer.headers.get("Content-Type")?.includes("json");
  const found = json ? await answer.json() : await answer.text();
  if (!answer.ok) throw refusalOf(found, answer.status);
  return found;
}

function refusalOf(found, status) {
  if (status === 401) {
    keep(TOKEN, null);
    setAccount(null);
  }
  if (found?.error) return new Refusal(found.error, status);
  return new Refusal({ code: String(status), message: `The cardroom answered with status ${status}.` }, status);
}

/** Who we are, from a token of an earlier visit. */
export async function resume() {
  if (!token()) return null;
  try {
    const found = await call("/api/me");
    setAccount(found.account);
    return found;
  } catch (error) {
    if (error.status !== 401) throw error;
    return null;
  }
}

export async function becomeGuest(name) {
  const found = await call("/api/guests", { method: "POST", body: { name } });
  keep(TOKEN, found.token);
  setAccount(found.account);
  return found.account;
}

export async function logIn(name, password) {
  const found = await call("/api/login", { method: "POST", body: { name, password } });
  keep(TOKEN, found.token);
  setAccount(found.account);
  return found.account;
}

export async function logOut() {
  try {
    await call("/api/logout", { method: "POST" });
  } finally {
    keep(TOKEN, null);
    setAccount(null);
  }
}

export async function setPassword(password) {
  const found = await call("/api/accounts", { method: "POST", body: { password } });
  setAccount(found.account);
}

export async function refill() {
  const found = await call("/api/refill", { method: "POST" });
  setAccount(found.account);
}

export async function refreshAccount() {
  if (token()) await resume();
}

const sheets = new Map();

/** A filing's rule sheet, asked for once. */
export function filing(id) {
  if (!sheets.has(id)) {
    const asked = call(`/api/filings/${id}`);
    asked.catch(() => sheets.delete(id));
    sheets.set(id, asked);
  }
  return sheets.get(id);
}

/** Let the browser save something as a file, under the name the service gives it. */
export async function download(path, name) {
  const headers = token() ? { Authorization: `Bearer ${token()}` } : {};
  const answer = await fetch(path, { headers, credentials: "omit" });
  if (!answer.ok) throw refusalOf(await answer.json().catch(() => null), answer.status);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  link.download = named?.[1] ?? name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
