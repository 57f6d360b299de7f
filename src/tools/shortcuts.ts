/** Runs one of the person's shortcuts, with a text as its input. The person is asked, unless a rule allows the shortcut by name. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { lookUpScript, runScript, type ScriptOptions, scriptMs } from './running/run-script.ts';
import type { Tool, ToolContext, ToolResult } from './tool.ts';

const ShortcutsInput = z.object({
  name: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => !/\p{Cc}/u.test(name), { error: 'must be the name of a shortcut' })
    .describe('The name of the shortcut, as the Shortcuts app shows it.'),
  input: z.string().max(1_000_000).optional().describe('Text to pass to it as its input.'),
});
type ShortcutsInput = z.infer<typeof ShortcutsInput>;

export const createShortcuts = (options: ScriptOptions): Tool<ShortcutsInput> => ({
  name: 'shortcuts',
  description: 'Run a shortcut of macOS by its name. The person is asked, unless a rule allows that shortcut.',
  input: ShortcutsInput,
  target: ({ name }) => name,
  timeoutMs: scriptMs + 10_000,
  changes: () => true,
  repeatable: () => false,
  run: (input, context) => run(input, context, options),
  lookUp: async (_, context) => lookUpScript(context, options),
});

async function run({ name, input }: ShortcutsInput, context: ToolContext, options: ScriptOptions): Promise<ToolResult> {
  const action = `run the shortcut ${name}${input === undefined ? '' : ` with the input\n${input}`}`;
  const script = { tool: 'shortcuts', name, action, text: input ?? '' } as const;
  if (input === undefined) return runScript(script, ['run', '--', name], context, options);
  const folder = await mkdtemp(join(tmpdir(), 'artoo-shortcut-'));
  try {
    const path = join(folder, 'input.txt');
    await writeFile(path, input, { mode: 0o600 });
    return await runScript(script, ['run', '--input-path', path, '--', name], context, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
