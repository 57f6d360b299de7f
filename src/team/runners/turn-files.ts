/** The prompt and the output of a turn: `.liza/agent-prompts/<agent>-<time>.txt` and `.liza/agent-output/<agent>-<time>.log`. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type TurnFiles = Disposable & {
  /** The path of the prompt. */
  readonly prompt: string;
  /** The path of the output. */
  readonly output: string;
  /** Keeps what was printed, up to a limit. */
  print(text: string): void;
};

export const maxOutputBytes = 64 * 1024 ** 2;
const cut = '\n[artoo: what it printed after this is not kept]\n';

/** Opens the files of a turn that begins now, and writes the prompt. */
export function openTurnFiles(root: string, agent: string, prompt: string, now: Date, maxBytes = maxOutputBytes): TurnFiles {
  const name = `${agent}-${now
    .toISOString()
    .replaceAll(':', '')
    .replace(/\.(\d+)Z$/, '-$1Z')}`;
  const [prompts, outputs] = ['agent-prompts', 'agent-output'].map((folder) => join(root, '.liza', folder)) as [string, string]; // two names, two folders
  for (const folder of [prompts, outputs]) mkdirSync(folder, { recursive: true });
  const [promptPath, outputPath] = [join(prompts, `${name}.txt`), join(outputs, `${name}.log`)];
  writeFileSync(promptPath, prompt, { mode: 0o600 });
  const fd = openSync(outputPath, 'a', 0o600);
  let left = maxBytes;
  return {
    prompt: promptPath,
    output: outputPath,
    print(text) {
      if (left <= 0) return;
      const bytes = Buffer.from(text);
      writeSync(fd, bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) writeSync(fd, cut);
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}
