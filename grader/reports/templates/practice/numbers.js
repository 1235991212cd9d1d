// Numbers as people write them: read exactly, and compared as the grader compares them.

const SIGNS = { "−": "-", "–": "-", "—": "-", "＋": "+", "／": "/", "⁄": "/", "，": ",", "．": ".", "　": " " };
const NUMBER = /^([+-]?) ?(?:(∞|inf|infinity|oo)|(\d{1,30}) ?\/ ?(\d{1,30})|(\d{0,30})(?:[.,](\d{0,30}))?)$/i;

// What a text writes: a fraction of whole numbers, how many decimals it was typed with, or ±∞; null for none.
function readNumber(text) {
  const plain = text.replace(/[−–—＋／⁄，．　]/g, (sign) => SIGNS[sign]).replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).trim();
  const found = NUMBER.exec(plain);
  if (!found) return null;
  const [, sign, endless, above, below, whole, part] = found;
  const side = sign === "-" ? -1n : 1n;
  if (endless) return { endless: side, above: 0n, below: 1n, decimals: 0 };
  if (above) return BigInt(below) === 0n ? null : { endless: 0n, above: side * BigInt(above), below: BigInt(below), decimals: -1 };
  if (!whole && !part) return null;
  const decimals = (part ?? "").length;
  return { endless: 0n, above: side * BigInt((whole || "0") + (part ?? "")), below: 10n ** BigInt(decimals), decimals };
}

const BOUND = /^(<=|=<|≤|>=|=>|≥)(.*)$/;

// The same for a number that may be given as a bound, such as `<= 2`.
function readBound(text) {
  const [, sign, number] = BOUND.exec(text.trim()) ?? [text, "", text];
  const found = readNumber(number);
  return found && sign ? { ...found, most: /[<≤]/.test(sign) } : found;
}

const isSame = (one, other) => one.endless === other.endless && one.above * other.below === other.above * one.below;

// Whether a number is the expected one, exactly or rounded to at least so many decimals, up or to the even side.
function isNumber(given, expected, rounding) {
  if (given.most !== expected.most) return false;
  if (isSame(given, expected)) return true;
  if (!rounding || given.endless || expected.endless || given.decimals < rounding) return false;
  const scale = 10n ** BigInt(given.decimals);
  const [above, below] = [2n * expected.above * scale + expected.below, 2n * expected.below];
  const up = floored(above, below);
  const isHalf = above % below === 0n;
  const even = isHalf && up % 2n !== 0n ? up - 1n : up;
  const typed = given.above * scale / given.below;
  return typed === up || typed === even;
}

const floored = (above, below) => (above - ((above % below) + below) % below) / below;
