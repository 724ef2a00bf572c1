// Text of subjects, with everything shown that a browser would obey or leave out; as `court::visible` does it.

/** First and last code point of each range that nobody sees; controls are told by their class. */
const UNSEEN: readonly [number, number][] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
  [0xe0100, 0xe01ef],
];

const isUnseen = (code: number): boolean => UNSEEN.some(([first, last]) => first <= code && code <= last);
const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

function told(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n" || character === "\t") return character;
  if (!isControl(code) && !isUnseen(code)) return character;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Whether there may be anything to show: most texts are plain, and long. */
const ODD = /[^\n\t\x20-\x7e]/u;

export const visible = (text: string): string => (ODD.test(text) ? Array.from(text, told).join("") : text);

/** JSON of the server, every text in it made visible: nothing on the page has to think of it again. */
export function parsed<T>(text: string): T {
  return JSON.parse(text, (_, value) => (typeof value === "string" ? visible(value) : value));
}
