// A dozen small sounds, synthesised: a few tones and a little noise each. Silent until the page was touched.
import { isOn } from "./settings.js";

let desk = null;
let hiss = null;

// tone: [when, from Hz, to Hz, seconds, loudness, wave]; noise: [when, seconds, loudness, around Hz]
const SOUNDS = {
  card: { noise: [[0, 0.07, 0.22, 2600]], tone: [[0.02, 320, 240, 0.05, 0.05, "triangle"]] },
  flip: { noise: [[0, 0.05, 0.2, 3600], [0.06, 0.05, 0.16, 2200]] },
  die: { noise: [[0, 0.03, 0.3, 1800], [0.07, 0.03, 0.26, 1500], [0.13, 0.03, 0.22, 1900], [0.22, 0.04, 0.2, 1400]] },
  hit: { noise: [[0, 0.12, 0.35, 500]], tone: [[0, 170, 60, 0.16, 0.3, "triangle"]] },
  gem: { tone: [[0, 1320, 1320, 0.18, 0.1, "sine"], [0.06, 1980, 1980, 0.24, 0.08, "sine"]] },
  cut: { noise: [[0, 0.16, 0.25, 4200]], tone: [[0, 900, 240, 0.14, 0.08, "sawtooth"]] },
  bust: { noise: [[0, 0.3, 0.35, 380]], tone: [[0, 220, 55, 0.38, 0.28, "sawtooth"]] },
  goal: { tone: [[0, 523, 523, 0.12, 0.12, "triangle"], [0.1, 784, 784, 0.2, 0.12, "triangle"]] },
  magic: { tone: [[0, 420, 1260, 0.34, 0.07, "sine"], [0.05, 630, 1680, 0.32, 0.05, "sine"]] },
  turn: { tone: [[0, 659, 659, 0.12, 0.12, "sine"], [0.13, 880, 880, 0.2, 0.12, "sine"]] },
  win: { tone: [[0, 523, 523, 0.16, 0.14, "triangle"], [0.14, 659, 659, 0.16, 0.14, "triangle"], [0.28, 784, 784, 0.16, 0.14, "triangle"], [0.42, 1047, 1047, 0.5, 0.16, "triangle"]] },
  lose: { tone: [[0, 392, 392, 0.22, 0.13, "triangle"], [0.2, 330, 330, 0.22, 0.13, "triangle"], [0.4, 262, 247, 0.5, 0.13, "triangle"]] },
  drum: { noise: [[0, 0.1, 0.18, 240]], tone: [[0, 110, 70, 0.24, 0.22, "sine"]] },
};
// The sound of an event, by the words in its name; the first that matches.
const BY_NAME = [
  [/bust|burst|out\b|dies|defeat|beaten/, "bust"],
  [/cut|cross|strip|break/, "cut"],
  [/roll|die\b|dice/, "die"],
  [/attack|hit|fight|clash|strike|loses|wound|curse/, "hit"],
  [/gem|coin|cube|token|loot|level|income|points/, "gem"],
  [/goal|score|wins|valor|set|turned_in/, "goal"],
  [/turns?_up|reveal|flip|shows|face|springs|opens/, "flip"],
  [/swap|spell|magic|power|finish|reach/, "magic"],
  [/draw|take|play|lay|lays|give|keep|wear|place|discard|deal|put|move/, "card"],
];
const BY_WEIGHT = [null, "card", "drum"];

export function nameOf({ event = "", weight, words }) {
  const found = BY_NAME.find(([pattern]) => pattern.test(event));
  return weight === 0 && !words ? null : found?.[1] ?? BY_WEIGHT[weight];
}

// One sound for a moment: that of its weightiest event.
export function ofMoment(told) {
  const heaviest = [...told].sort((one, other) => other.weight - one.weight)[0];
  if (heaviest) play(nameOf(heaviest));
}

export function play(name) {
  const parts = SOUNDS[name];
  if (!parts || !isOn("sound") || !navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return;
  desk ??= new AudioContext();
  if (desk.state === "suspended") desk.resume();
  const now = desk.currentTime + 0.01;
  for (const [when, from, to, seconds, loud, wave] of parts.tone ?? []) tone(now + when, from, to, seconds, loud, wave);
  for (const [when, seconds, loud, around] of parts.noise ?? []) noise(now + when, seconds, loud, around);
  document.documentElement.dataset.sounded = name; // for tests, which cannot hear
}

function fade(node, start, seconds, loud) {
  const level = desk.createGain();
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  node.connect(level).connect(desk.destination);
}

function tone(start, from, to, seconds, loud, wave) {
  const voice = desk.createOscillator();
  voice.type = wave;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + seconds);
  fade(voice, start, seconds, loud);
  voice.start(start);
  voice.stop(start + seconds + 0.05);
}

function noise(start, seconds, loud, around) {
  if (!hiss) {
    hiss = desk.createBuffer(1, desk.sampleRate / 2, desk.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  }
  const source = desk.createBufferSource();
  const band = desk.createBiquadFilter();
  source.buffer = hiss;
  band.type = "bandpass";
  band.frequency.value = around;
  source.connect(band);
  fade(band, start, seconds, loud);
  source.start(start);
  source.stop(start + seconds + 0.05);
}
