/** What an executor needs: a real toolbox with tiny tools over files in memory, a person and a model that answer from a script. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { ArtooError, type ErrorCode } from '../../src/contracts/errors.ts';
import type { PayloadOf } from '../../src/contracts/messages.ts';
import type { OfferedTool } from '../../src/contracts/offered-tool.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { effectKey, type Place } from '../../src/effects/effects.ts';
import type { ModelAnswer, ModelRequest } from '../../src/models/model.ts';
import type { Context } from '../../src/roles/role.ts';
import { failed, type Harm, needsYes, succeeded, type Tool, type ToolRequest, type ToolResult } from '../../src/tools/tool.ts';
import { createToolbox } from '../../src/tools/toolbox.ts';
import { settings as anySettings } from './parts.ts';

export type Question = PayloadOf<'ConfirmRequest'>;
export type Reply = PayloadOf<'ConfirmReply'>;

export type Script = {
  /** The paths and contents of files that exist at the start. */
  readonly files?: Readonly<Record<string, string>>;
  /** The answers of the person, question by question. */
  readonly person?: readonly ((question: Question, files: Map<string, string>) => Reply)[];
  /** The answers of the model, step by step, or the code of the error with which a step fails. */
  readonly model?: readonly (Pick<ModelAnswer, 'text' | 'calls'> | ErrorCode)[];
  /** The tools that `find_tool` finds. */
  readonly offers?: readonly OfferedTool[];
  /** Called before every tool call that is made, to simulate a faulty world. */
  readonly before?: (request: ToolRequest) => Promise<void> | void;
};

/** The person and the model give only the answers in their scripts: any further question rejects the call. */
export function tinyWorld({ files: given = {}, person = [], model = [], offers = [], before = () => {} }: Script = {}) {
  const files = new Map(Object.entries(given));
  const made: { readonly key: string; readonly request: ToolRequest }[] = [];
  const steps: { readonly key: string; readonly request: ModelRequest }[] = [];
  const questions: Question[] = [];
  const { signal } = new AbortController();
  const toolbox = createToolbox([get(files), put(files), shell], (name) => (name === 'find_tool' ? findTool(offers) : undefined));

  const effects: Context['effects'] = {
    async tool(place: Place, request: ToolRequest) {
      made.push({ key: effectKey('R3', place), request });
      await before(request);
      return toolbox.run(request, { task_id: 'tiny', key: effectKey('R3', place) }, signal);
    },
    async model(place: Place, request: ModelRequest) {
      const answer = model[steps.length];
      steps.push({ key: effectKey('R3', place), request });
      if (!answer) throw new Error('the model is asked more often than its script says');
      if (typeof answer === 'string') throw new ArtooError(answer, 'the model failed');
      return { ...answer, usage: { input_tokens: 0, output_tokens: 0 } };
    },
    check: () => Promise.reject(new Error('an executor checks nothing')),
    look: () => Promise.reject(new Error('an executor does not look around')),
  };
  const ask = async ({ payload }: { readonly payload: unknown }) => {
    const question = payload as Question; // an executor asks only for these
    const reply = person[questions.length];
    questions.push(question);
    if (!reply) throw new Error('the person is asked more often than the script says');
    return reply(question, files);
  };
  const context: Context = { effects, ask: ask as Context['ask'], activeMs: () => 0, callMs: () => 0, signal };
  const settings = { ...anySettings, cwd: '/home', workspace: '/workspace' };
  return { toolbox, context, settings, files, made, steps, questions };
}

export const yes = ({ hash }: Question): Reply => ({ hash, allowed: true });
export const no = ({ hash }: Question): Reply => ({ hash, allowed: false });
export const silence = ({ hash }: Question): Reply => ({ hash, allowed: false, unanswered: true });

/** A call as a model asks for it. */
export const asks = (tool: string, input: Json, call_id = '1') => ({ call_id, tool, input });

/** In this world, the content is its own fingerprint. */
export const hashOf = (content: string): string => `#${content}`;

const reading = { description: '', timeoutMs: 60_000, changes: () => false, repeatable: () => true };
const changing = { ...reading, changes: () => true, repeatable: () => false };

const Path = z.object({ path: z.string() });
const get = (files: ReadonlyMap<string, string>): Tool<z.infer<typeof Path>> => ({
  ...reading,
  name: 'get',
  input: Path,
  target: ({ path }) => path,
  async run({ path }, { cwd }) {
    const content = files.get(resolve(cwd, path));
    return content === undefined ? failed('not_found', `there is no ${path}`) : succeeded(content);
  },
});

const Query = z.object({ query: z.string() });
const findTool = (offers: readonly OfferedTool[]): Tool<z.infer<typeof Query>> => ({
  ...reading,
  name: 'find_tool',
  input: Query,
  target: ({ query }) => query,
  run: async () => succeeded(offers.length === 0 ? 'no such tool' : 'found', { offers }),
});

/** Law 1 in small: existing files are replaced only if they are the task's own, or after a yes to this very action. */
const Put = z.object({ path: z.string(), content: z.string() });
const put = (files: Map<string, string>, own = new Map<string, string>()): Tool<z.infer<typeof Put>> => ({
  ...changing,
  name: 'put',
  input: Put,
  target: ({ path }) => path,
  async run({ path, content }, { cwd, approved }) {
    const at = resolve(cwd, path);
    const old = files.get(at);
    const isOwn = old !== undefined && own.get(at) === old;
    if (old !== undefined && !isOwn) {
      const harm: Harm = {
        action: `put ${at}: ${old} → ${content}`,
        effects: [{ path: at, change: 'changed', why: 'it is there' }],
        more: 0,
        network: false,
        reason: `${at} is there`,
        hash: `${at} ${hashOf(old)} ${hashOf(content)}`,
        rule: null,
      };
      if (approved !== harm.hash) return needsYes(harm);
    }
    files.set(at, content);
    if (old === undefined || isOwn) own.set(at, content);
    return succeeded(`put ${at}`, { changed: [{ path: at, change: old === undefined ? 'created' : 'changed', hash: hashOf(content) }] });
  },
});

/** Runs nothing: a line prints itself and exits with the number at its end, if there is one. The value of a variable is unknown. */
const Command = z.object({ command: z.string() });
const shell: Tool<z.infer<typeof Command>> = {
  ...changing,
  name: 'shell',
  input: Command,
  target: ({ command }) => command,
  evidence: { kind: 'runs', line: 'command' },
  programs: ({ command }) => (command.includes('$') ? ['?'] : command.split('|').map((part) => part.trim().split(' ')[0] ?? '')),
  async run({ command }): Promise<ToolResult> {
    const exit_code = Number(/ (\d+)$/.exec(command)?.[1] ?? 0);
    const ended = { ok: exit_code === 0, output: command, exit_code, truncated: false };
    return ended.ok ? ended : { ...ended, error: { class: 'failed', message: `exit code ${exit_code}` } };
  },
};
