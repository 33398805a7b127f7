// Where things lie on the felt. Seat 1 is at the house dealer's left hand, which is at our right
// as the dealer faces us; the others follow clockwise.

/** Points on an ellipse's arc at equal distances, from angle `from` to `to` in degrees. */
export function along(count, { cx, cy, rx, ry, from, to }) {
  const steps = 720;
  const points = [];
  let length = 0;
  for (let i = 0; i <= steps; i += 1) {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    const point = { x: cx + rx * Math.cos(angle), y: cy + ry * Math.sin(angle), angle };
    const last = points.at(-1);
    if (last) length += Math.hypot(point.x - last.x, point.y - last.y);
    points.push({ ...point, length });
  }
  return Array.from({ length: count }, (_, i) => {
    const want = count === 1 ? length / 2 : (length * i) / (count - 1);
    return points.find((point) => point.length >= want - 1e-6) ?? points.at(-1);
  });
}

/** Where the seats stand, by number: the middle of each one's lower edge, in pixels. */
export function seatPlaces(count, { width, height, seatWidth, seatHeight, oval, mine, ownWidth }) {
  const half = seatHeight / 2;
  const rx = width / 2 - seatWidth / 2 - 26;
  const bottom = height - half - 26;
  const cx = width / 2;
  let centres;
  if (oval) {
    const top = half + 8;
    const cy = (top + bottom) / 2;
    const gap = count > 8 ? 38 : 46;
    centres = along(count, { cx, cy, rx, ry: (bottom - top) / 2, from: -90 + gap, to: 270 - gap });
  } else {
    const cy = half + 10;
    centres = along(count, { cx, cy, rx, ry: bottom - cy, from: 3, to: 177 });
  }
  return centres.map(({ x, y }, i) => {
    // One's own place is laid out in width at the sides, where there is room towards the middle.
    const wide = i + 1 === mine && y < height * 0.62;
    const side = ownWidth / 2 + 30;
    return { x: wide ? Math.min(Math.max(x, side), width - side) : x, y: y + half, wide };
  });
}

/** The outline of the table: a half moon before the dealer, or an oval. */
export function outline({ width, height, oval, inset = 0 }) {
  const w = width - 2 * inset;
  const h = height - 2 * inset;
  if (oval) {
    const r = Math.min(h / 2, w / 2);
    return `M${inset + r} ${inset}H${inset + w - r}A${r} ${h / 2} 0 0 1 ${inset + w - r} ${inset + h}H${inset + r}A${r} ${h / 2} 0 0 1 ${inset + r} ${inset}Z`;
  }
  const c = 28;
  const side = h * 0.34;
  return [
    `M${inset + c} ${inset}H${inset + w - c}Q${inset + w} ${inset} ${inset + w} ${inset + c}V${inset + side}`,
    `C${inset + w} ${inset + h * 0.82} ${inset + w * 0.82} ${inset + h} ${inset + w / 2} ${inset + h}`,
    `C${inset + w * 0.18} ${inset + h} ${inset} ${inset + h * 0.82} ${inset} ${inset + side}`,
    `V${inset + c}Q${inset} ${inset} ${inset + c} ${inset}Z`,
  ].join("");
}
