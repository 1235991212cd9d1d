// Alpha-beta in JavaScript: asks about nodes in lines of JSON, and prints the value and the move.
"use strict";
const fs = require("fs");

let waiting = "";

function readLine() {
  const piece = Buffer.alloc(65536);
  while (!waiting.includes("\n")) {
    waiting += piece.toString("utf8", 0, fs.readSync(0, piece));
  }
  const end = waiting.indexOf("\n");
  const line = waiting.slice(0, end);
  waiting = waiting.slice(end + 1);
  return JSON.parse(line);
}

function say(message) {
  fs.writeSync(1, JSON.stringify(message) + "\n");
}

function look(handle) {
  say({ ask: handle });
  return readLine();
}

function search(handle, alpha, beta) {
  const node = look(handle);
  if (node.kind === "leaf") return [node.utility, null];
  const isMax = node.kind === "max";
  let best = isMax ? -Infinity : Infinity;
  let move = null;
  for (let i = 0; i < node.children.length; i++) {
    const [value] = search(node.children[i], alpha, beta);
    if (isMax ? value > best : value < best) [best, move] = [value, node.moves[i]];
    if (isMax) alpha = Math.max(alpha, best);
    else beta = Math.min(beta, best);
    if (alpha >= beta) break;
  }
  return [best, move];
}

const task = readLine();
const [value, move] = search(task.root, -Infinity, Infinity);
say({ value, move });
