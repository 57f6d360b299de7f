/** Splits what a terminal sends into keys and pastes, however it is chunked: in the middle of a sequence, or a sentence with its Enter. Pure. */

export type Key = { readonly key: string } | { readonly paste: string };

export type KeySplitter = {
  /** What is complete so far. */
  take(text: string): readonly Key[];
  /** Whether the start of a sequence waits for its rest; the Escape key looks the same. */
  readonly isWaiting: boolean;
  /** Whether the end of a paste has not arrived yet. */
  readonly isPasting: boolean;
  /**
   * The rest of a key with Alt would have arrived with it, so a waiting Escape is either the key itself or begins an arrow or function key. Returns
   * what is complete.
   */
  settle(): readonly Key[];
  /** The rest will not come: reads what waits as a key, or as a whole paste. */
  giveUp(): readonly Key[];
};

const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/** Complete sequences: CSI, strings that end in ST or BEL, SS3, a key pressed with Alt; or one character. */
const esc = '\u001b';
const twoEscapes = esc + esc;
const sequence = new RegExp(
  [
    `${esc}\\[M[^]{3}`, // a mouse event of old terminals
    `${esc}{1,2}\\[[0-?]*[ -/]*[@-~]`,
    `${esc}\\][^${esc}\u0007]*(?:\u0007|${esc}\\\\)`,
    `${esc}[P_^X][^${esc}]*${esc}\\\\`,
    `${esc}O[^]`,
    `${esc}(?=${esc}[^\\[])`, // pressed more than once
    `${esc}[^${esc}\\[\\]OP_^X]`,
    `[^${esc}]`,
  ].join('|'),
  'uy',
);

/** How arrow and function keys continue. */
const keyRest = /^(?:\[|O?$|O[A-DFHP-S])/;

export function createKeySplitter(): KeySplitter {
  let rest = '';
  let isSettled = false;
  /** The parts of a paste under way. */
  let pasted: string[] | undefined;

  function take(text: string): readonly Key[] {
    const found: Key[] = [];
    let left = rest + text;
    rest = '';
    if (isSettled && !keyRest.test(left.slice(1))) {
      found.push({ key: esc });
      left = left.slice(1);
    }
    while (left !== '') {
      if (pasted) {
        const end = endOfPaste(left);
        if (end === undefined) return found;
        found.push({ paste: pasted.join('') });
        pasted = undefined;
        left = end;
        continue;
      }
      const start = left.indexOf(pasteStart);
      const keys = start < 0 ? left : left.slice(0, start);
      const read = readKeys(keys);
      found.push(...read.keys);
      if (start < 0) rest = read.rest;
      else {
        found.push(...abandoned(read.rest));
        pasted = [];
        isSettled = false;
      }
      left = start < 0 ? '' : left.slice(start + pasteStart.length);
    }
    isSettled &&= rest.startsWith(esc) && rest.length > 1;
    return found;
  }

  /** Keeps the part that belongs to the paste, and returns what follows; undefined until its end has arrived. Reads each part once. */
  function endOfPaste(text: string): string | undefined {
    const parts = pasted ?? [];
    const end = text.indexOf(pasteEnd);
    if (end >= 0) {
      parts.push(text.slice(0, end));
      return text.slice(end + pasteEnd.length);
    }
    const cut = beginsAtEnd(text, pasteEnd);
    parts.push(text.slice(0, text.length - cut));
    rest = text.slice(text.length - cut);
    return undefined;
  }

  return {
    take,
    get isWaiting() {
      return rest !== '' && !pasted;
    },
    get isPasting() {
      return pasted !== undefined;
    },
    settle() {
      if (pasted || (rest !== esc && rest !== twoEscapes)) return [];
      const found = abandoned(rest.slice(1));
      rest = esc;
      isSettled = true;
      return found;
    },
    giveUp() {
      const left = rest;
      rest = '';
      if (pasted) {
        const paste = pasted.join('') + left;
        pasted = undefined;
        return [{ paste }];
      }
      isSettled = false;
      return abandoned(left);
    },
  };
}

/** The keys of a sequence whose rest does not arrive. */
const abandoned = (left: string): readonly Key[] =>
  left === '' ? [] : left === twoEscapes ? [{ key: esc }, { key: esc }] : [{ key: left }];

function readKeys(text: string): { readonly keys: readonly Key[]; readonly rest: string } {
  const keys: Key[] = [];
  let at = 0;
  while (at < text.length) {
    sequence.lastIndex = at;
    const [key] = sequence.exec(text) ?? [];
    if (key === undefined) break;
    keys.push({ key });
    at += key.length;
  }
  return { keys, rest: text.slice(at) };
}

/** How many characters at the end of a text could be the start of `wanted`. */
function beginsAtEnd(text: string, wanted: string): number {
  for (let length = Math.min(wanted.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(wanted.slice(0, length))) return length;
  return 0;
}
