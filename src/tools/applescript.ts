/** Runs an AppleScript, which controls other programs on behalf of the person. The person is always asked first, and shown the script. */
import { z } from 'zod';
import { lookUpScript, runScript, type ScriptOptions, scriptMs } from './running/run-script.ts';
import type { Tool } from './tool.ts';

const AppleScriptInput = z.object({
  script: z
    .string()
    .min(1)
    .max(50_000)
    .refine((script) => !script.includes('\0'), { error: 'must not contain a null byte' })
    .describe('The whole text of the script.'),
});
type AppleScriptInput = z.infer<typeof AppleScriptInput>;

export const createAppleScript = (options: ScriptOptions): Tool<AppleScriptInput> => ({
  name: 'applescript',
  description:
    'Run an AppleScript, to do something with an application of macOS such as Mail, Calendar or Finder. The person is asked each time.',
  input: AppleScriptInput,
  target: ({ script }) => script,
  timeoutMs: scriptMs + 10_000,
  changes: () => true,
  repeatable: () => false,
  run: ({ script }, context) =>
    runScript({ tool: 'applescript', name: script, action: script, text: script }, ['-e', script], context, options),
  lookUp: async (_, context) => lookUpScript(context, options),
});
