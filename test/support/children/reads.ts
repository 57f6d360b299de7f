/** Carries out calls and checks of a task, as the user that it runs as. Takes them as JSON on its input, and prints what a model would get of each. */
import { text } from 'node:stream/consumers';
import { assembleTools } from '../../../src/app/wiring/assemble-tools.ts';
import { readRule, type Use } from '../../../src/laws/rules/read-rule.ts';
import { createObserver } from '../../../src/tools/observing/observe.ts';

const { home, data, cwd, asked } = JSON.parse(await text(process.stdin));
const { signal } = new AbortController();
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
process.stdout.write(JSON.stringify(told), () => process.exit(0));
