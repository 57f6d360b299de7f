/**
 * Runs tool calls under Law 1, one for each line of JSON on its input, and prints the result of each: for tests that need another user than their
 * own.
 */
import { createInterface } from 'node:readline';
import { type AssembledTools, assembleTools } from '../../../src/app/wiring/assemble-tools.ts';
import { readRule } from '../../../src/laws/rules/read-rule.ts';

const { signal } = new AbortController();
const machines = new Map<string, AssembledTools>();
let calls = 0;

function machineOf(home: string, data: string, env: Readonly<Record<string, string>>): AssembledTools {
  const known = machines.get(home) ?? assembleTools({ data, env: { HOME: home, ...env } });
  machines.set(home, known);
  return known;
}

async function answer(line: string): Promise<unknown> {
  const { home, data, env, task, allow, ...request } = JSON.parse(line);
  const { toolbox, permissions } = machineOf(home, data, env);
  for (const text of allow) {
    const rule = readRule(text, { cwd: request.cwd, home });
    if ('wrong' in rule) return { error: rule.wrong };
    permissions.add(rule);
  }
  calls += 1;
  return toolbox.run(request, { task_id: task, key: `1.1.1/R3/1.${calls}` }, signal);
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = await answer(line).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
