// Requests to the service, and who we are to it.

import { keep, recall } from "./settings.js";

const TOKEN = "houseway.token";
const NAME = "houseway.name";

/** A refusal of the service, in the words it gave. */
export class Refusal extends Error {
  constructor({ code, message, where = "", cite = "", ...facts }, status = 0) {
    super(message);
    this.facts = facts;
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
export async function call(path, { method = "GET", body, text, type, signal } = {}) {
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
    answer = await fetch(path, { method, headers, body: sent, credentials: "omit", signal });
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
  if (found?.error?.code === "unknown-token") {
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
    if (found.renew) await renew();
    return found;
  } catch (error) {
    if (error.status !== 401) throw error;
    return null;
  }
}

/** An old token is exchanged; it opens until the new one was used, so a lost answer is no harm. */
async function renew() {
  try {
    keep(TOKEN, (await post("/api/token")).token);
  } catch {
    // Next time.
  }
}

const post = (path, body) => call(path, { method: "POST", body });

function entered(found) {
  keep(TOKEN, found.token);
  setAccount(found.account);
  return found.account;
}

function changed(found) {
  setAccount(found.account);
  return found;
}

export async function becomeGuest(name) {
  return entered(await post("/api/guests", { name }));
}

/** `code` is that of the authenticator app, for those who have one. */
export async function logIn(name, password, code) {
  return entered(await post("/api/login", code ? { name, password, code } : { name, password }));
}

export const lookAtInvite = (invite) => post("/api/invites/look", { invite });
export const acceptInvite = async (invite, password, code) => entered(await post("/api/invites/accept", { invite, password, code }));
export const sessions = () => call("/api/sessions");
export const endSession = (id) => call(`/api/sessions${id ? `/${id}` : ""}`, { method: "DELETE" });
export const beginSecondFactor = (password) => post("/api/second-factor", { password });
export const confirmSecondFactor = async (code) => changed(await post("/api/second-factor/confirm", { code }));
export const removeSecondFactor = async (password, code) => changed(await post("/api/second-factor/remove", { password, code }));
export const staff = () => call("/api/staff");
export const hire = (name, role) => post("/api/staff", { name, role });
export const inviteAgain = (name) => post(`/api/staff/${encodeURIComponent(name)}/invite`);
export const dismiss = (name) => call(`/api/staff/${encodeURIComponent(name)}`, { method: "DELETE" });

export async function logOut() {
  try {
    await call("/api/logout", { method: "POST" });
  } finally {
    keep(TOKEN, null);
    setAccount(null);
  }
}

export async function setPassword(password, old) {
  changed(await post("/api/accounts", old ? { password, old } : { password }));
}

export async function refill() {
  const found = await call("/api/refill", { method: "POST" });
  setAccount(found.account);
}

export async function refreshAccount() {
  if (token()) await resume();
  return me();
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

/** One that was saved anew is asked for again. */
export const forgetFiling = (id) => sheets.delete(id);

/** Let the browser save something as a file, under the name the service gives it. */
export async function download(path, name, { method = "GET", body } = {}) {
  const headers = { ...(token() && { Authorization: `Bearer ${token()}` }), ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body), credentials: "omit" });
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
