// Money is whole cents here; dollars with two places on the wire.

/** Cents from "12.50", 12.5 or 12. */
export function cents(value) {
  if (value === null || value === undefined || value === "") return 0;
  const [whole, rest = ""] = String(value).replace("-", "").split(".");
  const amount = Number(whole) * 100 + Number((rest + "00").slice(0, 2));
  return String(value).trim().startsWith("-") ? -amount : amount;
}

/** "12.50" for the wire. */
export function wire(amount) {
  const sign = amount < 0 ? "-" : "";
  const whole = Math.abs(amount);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** "$1,250", "$7.50": as short as it can be without losing a cent. */
export function money(amount) {
  const whole = Math.abs(amount);
  const dollars = Math.floor(whole / 100).toLocaleString("en-US");
  const rest = whole % 100 ? `.${String(whole % 100).padStart(2, "0")}` : "";
  return `${amount < 0 ? "−" : ""}$${dollars}${rest}`;
}

/** "+$10", "−$25", "even". */
export function signed(amount) {
  if (!amount) return "even";
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

/** Cents a person typed, or null: "12", "12.5", "$1,250". */
export function typed(text) {
  const digits = String(text).replace(/[$,\s]/g, "");
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(digits)) return null;
  return cents(digits);
}

/** "12.50" or "12" for a text field. */
export function plain(amount) {
  if (amount === null || amount === undefined) return "";
  return amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100);
}
