// Parts as they arrive: a whole text, or what changed in the text of that name before.

const PLACE = /\0([^\0]+)\0/g;
const TAG = /^<\w+/;
const SURROGATE = /[\ud800-\udfff]/;
const held = new Map(); // the newest text of each part, whatever is on the page at the moment

// Put whole texts into a message's frames. A message that retells (`again`) begins with whole parts of its own.
export function unpack({ frames, again }) {
  const texts = again ? new Map() : held;
  for (const frame of frames) {
    for (const [name, part] of Object.entries(frame.parts)) {
      frame.parts[name] = whole(texts.get(name), part);
      texts.set(name, frame.parts[name]);
    }
    if (frame.html !== undefined) frame.html = frame.html.replace(PLACE, (_, name) => named(name, frame.parts[name]));
  }
}

function whole(old, part) {
  if (typeof part === "string") return part;
  const [start, text, end] = part;
  const letters = SURROGATE.test(old) ? [...old] : old; // a letter is a code point
  const kept = (from, to) => (letters === old ? old.slice(from, to) : letters.slice(from, to).join(""));
  return kept(0, start) + text + kept(letters.length - end);
}

const named = (name, text) => text.replace(TAG, (tag) => `${tag} data-part="${name}"`);
