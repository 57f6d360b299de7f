/** The keys of the page, as one table: the sheet of keys shows it, and the page follows it. Pure. */

export type KeyAction =
  | { readonly press: string }
  | { readonly go: 'home' | 'memory' | 'audit' | 'team' | 'overview' | 'journal' | 'replay' | 'task memory' | 'next task' | 'task before' }
  | { readonly show: 'keys' };

type Key = { readonly key: string; readonly does: string; readonly action: KeyAction };

/** `press` focuses the element with that `data-key`; Enter then presses it, so that a key meant for something else answers nothing. */
export const keys: readonly { readonly title: string; readonly keys: readonly Key[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      { key: '?', does: 'this sheet', action: { show: 'keys' } },
      { key: 'n', does: 'a new task', action: { go: 'home' } },
      { key: '/', does: 'search', action: { press: '/' } },
      { key: 'j', does: 'the next task in the list', action: { go: 'next task' } },
      { key: 'k', does: 'the one before', action: { go: 'task before' } },
      { key: '1', does: 'memory', action: { go: 'memory' } },
      { key: '2', does: 'audit', action: { go: 'audit' } },
      { key: '3', does: 'team', action: { go: 'team' } },
    ],
  },
  {
    title: 'In a task',
    keys: [
      { key: 'o', does: 'overview', action: { go: 'overview' } },
      { key: 'l', does: 'journal, where the arrow keys choose an entry', action: { go: 'journal' } },
      { key: 'p', does: 'replay', action: { go: 'replay' } },
      { key: 'm', does: 'what memory said', action: { go: 'task memory' } },
      { key: '[', does: 'in a replay: one entry back', action: { press: '[' } },
      { key: ']', does: 'in a replay: one entry forward', action: { press: ']' } },
      { key: 's', does: 'to the input: steer, or follow up', action: { press: 's' } },
      { key: 'c', does: 'to “Cancel task”', action: { press: 'c' } },
      { key: 'r', does: 'to “Resume”', action: { press: 'r' } },
      { key: 'u', does: 'to “Undo”', action: { press: 'u' } },
    ],
  },
  {
    title: 'At a question: a key moves the focus to its button; Enter presses the button',
    keys: [
      { key: 'y', does: 'yes', action: { press: 'y' } },
      { key: 'x', does: 'no', action: { press: 'n' } },
      { key: 'e', does: 'edit the command', action: { press: 'e' } },
      { key: 'a', does: 'allow from now on', action: { press: 'a' } },
      { key: 'w', does: 'why', action: { press: 'w' } },
    ],
  },
];

const byKey: ReadonlyMap<string, KeyAction> = new Map(keys.flatMap((group) => group.keys.map(({ key, action }) => [key, action] as const)));

/** What a key does; undefined for a key without an action here. */
export const actionFor = (key: string): KeyAction | undefined => byKey.get(key);
