/** The input schema of the shell tool, with the description of each field for the model. */
import { z } from 'zod';

export const ShellInput = z.object({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), { error: 'must not contain a null byte' })
    .refine((command) => command.isWellFormed(), { error: 'must be valid Unicode' })
    .describe('A command line for bash. It gets no input and no terminal.'),
  timeout_s: z.int().min(1).max(600).default(60).describe('After this many seconds it is stopped, with everything that it started.'),
  background: z
    .boolean()
    .default(false)
    .describe(
      'For a server or a watcher: it keeps running after this call, until the task ends. It sees what later calls change; what it writes itself is dropped. See the tool background.',
    ),
  network: z
    .boolean()
    .default(false)
    .describe('Whether it needs the network. It reaches hosts only by http and https, and the person is asked about each.'),
});
export type ShellInput = z.infer<typeof ShellInput>;
