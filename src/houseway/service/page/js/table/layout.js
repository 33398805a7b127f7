// Where things lie on the felt. The house dealer faces us. Whoever looks on has seat 1 at the
// dealer's left hand, which is at our right, and the others clockwise from there; whoever sits at
// the table has the own place before them, and the others clockwise from it.

const SQUARENESS = 2 / 2.9; // of the line along which the seats stand; 1 is an ellipse

/** Points at equal distances along the rim, from angle `from` to `to` in degrees. */
export function along(count, { cx, cy, rx, ry, from, to }) {
  const steps = 720;
  const points = [];
  let length = 0;
  for (let i = 0; i <= steps; i += 1) {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    const point = { x: cx + rx * bent(Math.cos(angle)), y: cy + ry * bent(Math.sin(angle)) };
    const last = points.at(-1);
    if (last) length += Math.hypot(point.x - last.x, point.y - last.y);
    points.push({ ...point, length });
  }
  return Array.from({ length: count }, (_, i) => {
    const want = count === 1 ? length / 2 : (length * i) / (count - 1);
    return points.find((point) => point.length >= want - 1e-6) ?? points.at(-1);
  });
}

const bent = (part) => Math.sign(part) * Math.abs(part) ** SQUARENESS;

/** The angle at which the rim is so far from the middle, between the bottom and the left. */
function angleAt(distance, rx) {
  const part = Math.min(0.98, distance / rx) ** (1 / SQUARENESS);
  return (Math.acos(-part) * 180) / Math.PI;
}

/** Where the seats stand, by number: the middle of each one's lower edge, in pixels. */
export function seatPlaces(count, { width, height, seatWidth, seatHeight, oval, mine, ownWidth, middleWidth }) {
  const half = seatHeight / 2;
  const bottom = height - half - 14;
  const top = half + 10;
  const cy = oval ? (top + bottom) / 2 : top;
  const rim = { cx: width / 2, cy, rx: width / 2 - seatWidth / 2 - 22, ry: bottom - cy };
  const upper = oval ? 360 - angleAt((middleWidth + seatWidth) / 2, rim.rx) : 180;
  if (!mine) return lower(along(count, { ...rim, from: 180 - upper, to: upper }), half);
  const from = angleAt((ownWidth + seatWidth) / 2 + 8, rim.rx);
  const left = Math.ceil((count - 1) / 2);
  const others = [
    ...along(left, { ...rim, from, to: upper }),
    ...along(count - 1 - left, { ...rim, from: 180 - upper, to: 180 - from }),
  ];
  const places = [];
  lower(others, half).forEach((place, i) => (places[(mine + i) % count] = place));
  places[mine - 1] = { x: rim.cx, y: height - 14 };
  return places;
}

function lower(centres, half) {
  return centres.map(({ x, y }) => ({ x, y: y + half }));
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
  const side = h * 0.36;
  return [
    `M${inset + c} ${inset}H${inset + w - c}Q${inset + w} ${inset} ${inset + w} ${inset + c}V${inset + side}`,
    `C${inset + w} ${inset + h * 0.9} ${inset + w * 0.9} ${inset + h} ${inset + w * 0.6} ${inset + h}H${inset + w * 0.4}`,
    `C${inset + w * 0.1} ${inset + h} ${inset} ${inset + h * 0.9} ${inset} ${inset + side}`,
    `V${inset + c}Q${inset} ${inset} ${inset + c} ${inset}Z`,
  ].join("");
}
