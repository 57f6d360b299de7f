/**
 * Calls tools of two MCP servers, one within walls and one without, reports it, and keeps running. Its arguments: a home, a mark for the servers,
 * their program.
 */
import { assembleTools } from '../../../src/app/wiring/assemble-tools.ts';
import { readRule } from '../../../src/laws/rules/read-rule.ts';

const [home = '', mark = '', program = ''] = process.argv.slice(2);
const allow = ['mcp(walled/*)', 'mcp(bare/*)'].flatMap((text) => {
  const rule = readRule(text, { cwd: home, home });
  return 'wrong' in rule ? [] : [rule];
});
const server = (contained: boolean) => {
  const limits = { timeout: 20_000, start_timeout: 20_000 };
  return { command: process.execPath, args: [program, 'plain', `${mark}-${contained}`], env: {}, contained, ...limits };
};
const { toolbox } = assembleTools({
  data: `${home}/.artoo`,
  env: { HOME: home, PATH: process.env.PATH },
  rules: { allow, ask: [], deny: [] },
  servers: { walled: server(true), bare: server(false) },
});
const calls = ['walled', 'bare'].map((name, at) => {
  const request = { tool: `mcp__${name}__say`, input: { text: name }, cwd: home, workspace: home };
  return toolbox.run(request, { task_id: 'task', key: `1.${at + 1}.1/R3/1.1` }, new AbortController().signal);
});
const said = (await Promise.all(calls)).map(({ output, error }) => output || error?.message);
process.stdout.write(`${said.join(', ')}\n`);
setInterval(() => {}, 1_000);
