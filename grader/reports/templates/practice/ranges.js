// Sets of numbers for an unknown: read as people write them, and compared exactly.

const least = (one, other) => (one.endless !== other.endless ? one.endless < other.endless : one.above * other.below < other.above * one.below);
const ENDLESS = { low: { endless: -1n, above: 0n, below: 1n }, high: { endless: 1n, above: 0n, below: 1n } };
const SIGN = "<=?|>=?|=";

// Segments as the data of the page writes them: `[3;7) (9;∞)`.
function readSegments(text) {
  return text.split(" ").filter(Boolean).map((part) => {
    const [low, high] = part.slice(1, -1).split(";").map(readNumber);
    return { low, high, lowIn: part[0] === "[", highIn: part.at(-1) === "]" };
  });
}

// What somebody writes about an unknown: segments, or why there are none.
function readRange(text, { unknown, low, high, whole }) {
  const plain = text.normalize("NFKC").replace(/[−–—]/g, "-").replace(/≤|⩽/g, "<=").replace(/≥|⩾/g, ">=").trim();
  if (!plain) return { why: say("empty-range", { unknown }) };
  const unread = { why: say("no-range", { unknown, text: text.slice(0, 40) }) };
  const words = { [say("always")]: ["(-inf, inf)"], [say("never")]: [], always: ["(-inf, inf)"], never: [] };
  const found = (words[plain.toLowerCase()] ?? parted(plain, unknown)).map((part) => readSegment(part.trim(), unknown));
  if (found.includes(null)) return unread;
  const [least, most] = [readNumber(low), readNumber(high)];
  const within = found.map((each) => common(each, { low: least, high: most, lowIn: true, highIn: true }));
  return { text: plain, segments: joined(within, whole), whole };
}

// The parts of a union, between words for "or", commas outside of brackets, and set signs.
function parted(text, unknown) {
  const listed = /^(?:\S+\s*(?:∈|in|=)\s*)?\{(.*)\}$/i.exec(text);
  if (listed) return listed[1].split(/[,;]/);
  const name = unknown.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.replace(new RegExp(`^${name}\\s*(?:∈|in\\b)\\s*`, "i"), "").split(new RegExp(`\\s+(?:or|oder|ou|${say("or")})\\s+|\\|\\||∪|∨`, "i"));
}

// One part: an interval in brackets, bounds on one side or both, or a number.
function readSegment(text, unknown) {
  const interval = /^([[(\]])([^,;]+)[,;]([^,;]+)([\])[])$/.exec(text);
  if (interval) return segment(readNumber(interval[2]), readNumber(interval[3]), interval[1] === "[", interval[4] === "]");
  const pieces = text.split(new RegExp(`(${SIGN})`)).map((piece) => piece.trim());
  const isUnknown = (piece) => piece.toLowerCase() === unknown.toLowerCase();
  const [first, sign, middle, second, last] = pieces;
  if (pieces.length === 1) return segment(readNumber(first), readNumber(first), true, true);
  if (pieces.length === 3 && (isUnknown(first) || first === "")) return bound(sign, readNumber(middle));
  if (pieces.length === 3 && isUnknown(middle)) return bound(turned(sign), readNumber(first));
  if (pieces.length !== 5 || !isUnknown(middle) || sign[0] !== second[0] || sign === "=") return null;
  const [one, other] = [bound(turned(sign), readNumber(first)), bound(second, readNumber(last))];
  return one && other && common(one, other);
}

const turned = (sign) => sign.replace(/[<>]/, (way) => (way === "<" ? ">" : "<"));

function segment(low, high, lowIn, highIn) {
  return low && high ? { low, high, lowIn: lowIn && !low.endless, highIn: highIn && !high.endless } : null;
}

function bound(sign, number) {
  if (sign === "=") return segment(number, number, true, true);
  return sign[0] === "<" ? segment(ENDLESS.low, number, false, sign.length > 1) : segment(number, ENDLESS.high, sign.length > 1, false);
}

function common(one, other) {
  const [low, lowIn] = least(one.low, other.low) ? [other.low, other.lowIn] : least(other.low, one.low) ? [one.low, one.lowIn] : [one.low, one.lowIn && other.lowIn];
  const [high, highIn] = least(one.high, other.high) ? [one.high, one.highIn] : least(other.high, one.high) ? [other.high, other.highIn] : [one.high, one.highIn && other.highIn];
  return segment(low, high, lowIn, highIn);
}

// The union, each segment as long as it can be; of whole numbers each ends at one.
function joined(segments, whole) {
  const kept = segments.map((each) => (whole ? ofWholes(each) : each)).filter(({ low, high, lowIn, highIn }) => least(low, high) || (isSame(low, high) && lowIn && highIn));
  kept.sort((one, other) => (least(one.low, other.low) ? -1 : least(other.low, one.low) ? 1 : other.lowIn - one.lowIn));
  const found = [];
  for (const each of kept) {
    const last = found.at(-1);
    const touches = last && (least(each.low, last.high) || (isSame(each.low, last.high) && (each.lowIn || last.highIn)) || (whole && isNext(last.high, each.low)));
    if (!touches) found.push({ ...each });
    else if (least(last.high, each.high) || (isSame(last.high, each.high) && each.highIn)) Object.assign(last, { high: each.high, highIn: each.highIn });
  }
  return found;
}

const whole = (above) => ({ endless: 0n, above, below: 1n });
const isNext = (one, other) => !one.endless && !other.endless && other.above === one.above + 1n;

function ofWholes({ low, high, lowIn, highIn }) {
  const up = low.endless ? low : whole(-floored(-low.above, low.below) + (!lowIn && low.above % low.below === 0n ? 1n : 0n));
  const down = high.endless ? high : whole(floored(high.above, high.below) - (!highIn && high.above % high.below === 0n ? 1n : 0n));
  return { low: up, high: down, lowIn: !up.endless, highIn: !down.endless };
}

function isSameSet(one, other, isWhole) {
  const [first, second] = [joined(one, isWhole), joined(other, isWhole)];
  return first.length === second.length && first.every((each, place) => {
    const twin = second[place];
    return isSame(each.low, twin.low) && isSame(each.high, twin.high) && each.lowIn === twin.lowIn && each.highIn === twin.highIn;
  });
}

function isIn(number, segments) {
  return segments.some(({ low, high, lowIn, highIn }) =>
    (least(low, number) || (lowIn && isSame(low, number))) && (least(number, high) || (highIn && isSame(number, high))));
}
