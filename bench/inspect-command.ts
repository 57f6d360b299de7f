/** What it costs to read a command before it runs: what it does, and what rules say about it, against parsing it alone. */
import { inspectCommand } from '../src/laws/commands/inspect-command.ts';
import { syntaxOf } from '../src/laws/commands/line/shell-syntax.ts';
import { readRule } from '../src/laws/rules/read-rule.ts';
import { decideByRules } from '../src/laws/rules/rules.ts';
import { compare } from './measure.ts';
import { report } from './report.ts';

const context = { cwd: '/home/ada/project', workspace: '/home/ada/artoo_workspace', home: '/home/ada' };
const lines = {
  'a plain read': 'grep -rn "TODO" src | sort | uniq -c | head -20',
  'a few commands': 'cd src && npm run build 2>&1 | tail -20 && git add -A && git commit -m "build: faster"',
  'one that harms': 'sudo find /home/ada/photos -name "*.jpg" -exec rm -f {} +',
  'shell in shell': `bash -c "for f in a b c; do cp \\"$f\\" /tmp/backup/; done; rm -rf 'build dir'"`,
  'a file of ten lines': `cat > notes.md <<'END'\n${'- a line of text with `code` and $signs\n'.repeat(10)}END`,
};

const rules = ['shell(git commit*)', 'shell(git add*)', 'shell(npm run build*)'].flatMap((text) => {
  const rule = readRule(text, context);
  return 'wrong' in rule ? [] : [rule];
});
const deny = readRule('shell(git push*)', context, 'deny');
if (rules.length < 3 || 'wrong' in deny) throw new Error('a rule of this benchmark is rejected');

const times = 2_000;
const micros = (run: () => unknown): number => {
  const began = performance.now();
  for (let at = 0; at < times; at += 1) run();
  return ((performance.now() - began) * 1000) / times;
};

for (const [name, line] of Object.entries(lines)) {
  const work = {
    'what a command does': () => inspectCommand(line, context),
    'what rules say of a command': () => decideByRules({ allow: rules, ask: [], deny: [deny] }, { tool: 'shell', command: line }),
  };
  for (const [what, run] of Object.entries(work)) {
    const { subject, ratio } = await compare(7, async () => ({ subject: micros(run), baseline: micros(() => syntaxOf(line)) }));
    report({ name: `${what}: ${name}`, figure: subject, unit: 'µs', ratio, against: 'parsing it alone', aim: 'under 200 µs' });
  }
}
