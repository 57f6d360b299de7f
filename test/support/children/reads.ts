/**
 * Carries out calls and checks of a task, as the user that it runs as. Each line of its input is a list of them as JSON. Prints what a model would
 * get from each.
 */
import { createInterface } from 'node:readline';
import { assembleTools } from '../../../src/app/wiring/assemble-tools.ts';
import { readRule, type Use } from '../../../src/laws/rules/read-rule.ts';
import { createObserver } from '../../../src/tools/observing/observe.ts';

const { signal } = new AbortController();

async function answer(line: string): Promise<readonly string[]> {
  const { home, data, cwd, asked } = JSON.parse(line);
  const told: string[] = [];
  for (const { places, call, look, rules = {} } of asked) {
    const read = (use: Use) =>
      (rules[use] ?? []).map((text: string) => {
        const rule = readRule(text, { cwd, home }, use);
        if ('wrong' in rule) throw new Error(rule.wrong);
        return rule;
      });
    const env = { HOME: home, PATH: process.env.PATH };
    const assembled = assembleTools({ data, env, rules: { allow: read('allow'), ask: read('ask'), deny: read('deny') } });
    const where = { cwd, ...(places ? { places } : {}) };
    const id = { task_id: 'task', key: `1.1.1/R3/${told.length + 1}.1` };
    const result = look
      ? await createObserver({ gate: assembled.gate })({ look, ...where }, signal)
      : await assembled.toolbox.run({ ...call, ...where, workspace: `${home}/workspace` }, id, signal);
    told.push(JSON.stringify(assembled.redact(JSON.parse(JSON.stringify(result)))));
  }
  return told;
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = await answer(line).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
