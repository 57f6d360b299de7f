/** Remembers which reasons have been shown, so that none is shown twice. */

export type ShownReasons = {
  /** The text, which counts as shown from then on; empty if it has been shown before. */
  once(text: string): string;
  /** Whether the text has been shown, or adds little to what has been shown. */
  has(text: string): boolean;
  /** Whether the text ends with a reason that was shown. */
  endsWithOne(text: string): boolean;
  /** What was shown has left the screen, and may be shown again. */
  forget(): void;
};

const maxRemembered = 200;

export function createShownReasons(): ShownReasons {
  const told: string[] = [];
  const has = (text: string): boolean => {
    const wanted = plain(text);
    return told.some((before) => before.includes(wanted) || (wanted.includes(before) && before.length * 2 >= wanted.length));
  };
  return {
    has,
    endsWithOne: (text) => told.some((before) => before !== '' && plain(text).endsWith(before)),
    once(text) {
      if (has(text)) return '';
      told.push(plain(text));
      if (told.length > maxRemembered) told.shift();
      return text;
    },
    forget() {
      told.length = 0;
    },
  };
}

const plain = (text: string): string =>
  text
    .replaceAll(/[\s.]+/g, ' ')
    .trim()
    .toLowerCase();
