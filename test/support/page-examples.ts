/** The examples of a page: each block of commands with what the page says that they print. */

export type Example = {
  /** The lines of the block, without comments. */
  readonly commands: readonly string[];
  /** What is quoted below it; empty if nothing is. */
  readonly quoted: string;
};

/** Every block in `sh`, with the block in `text` that may follow it. */
export function examplesIn(page: string): readonly Example[] {
  return [...page.matchAll(/```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(([, commands = '', quoted = '']) => ({
    commands: commands
      .split('\n')
      .map((each) => each.replace(/ +# .*$/, '').trim())
      .filter((each) => each !== '' && !each.startsWith('#')),
    quoted,
  }));
}

/** What a quote stands for: `…` within a line is any text, a line of its own any lines. On a busy machine, a line may end with how long a command took. */
export function patternOf(quoted: string): RegExp {
  const lines = quoted.trimEnd().split('\n');
  const source = lines.map((each) =>
    each.trim() === '…' ? '(?:.*\\n)*?' : `${each.trimEnd().split('…').map(escaped).join('.*')}(?:  \\d+(?:\\.\\d)? s)? *\\n`,
  );
  return new RegExp(`^${source.join('')}`, 'm');
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
