/** Plays one case through the whole command: a process of its own, real tools on real files, no person. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { FinalResult } from '../../src/contracts/control.ts';
import { startProvider } from '../../test/support/provider-server.ts';
import type { Case } from './case.ts';
import type { Judge } from './judges/judge.ts';
import { newPlayer } from './player.ts';
import { setStage } from './stage.ts';

const bin = fileURLToPath(new URL('../../bin/artoo.cjs', import.meta.url));
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** How a case ended, and how many calls it took. */
export type Ended = {
  readonly result: FinalResult;
  /** The roles whose model was asked, in order. */
  readonly asked: readonly string[];
  readonly corrections: number;
  readonly askedAgain: number;
  /** The first fault that was found. */
  readonly wrong: string;
  readonly folder: string;
};

type PerformOptions = { readonly keep?: boolean };

/** Plays a case with a judge; `habit` is the habit with which the judge begins. */
export async function perform(about: Case, judge: Judge, habit: number, { keep = false }: PerformOptions = {}): Promise<Ended> {
  const { name, scene } = about;
  const player = newPlayer(about, judge, habit);
  const folder = mkdtempSync(join(tmpdir(), 'artoo-truth-'));
  const cwd = join(folder, 'project');
  try {
    setStage(cwd, scene);
    await using server = await startProvider({ answer: (asked) => player.answer(asked) });
    const where = scene.guarded ? [] : ['--workspace', cwd];
    const child = spawn(process.execPath, [bin, '--json', ...where, scene.goal], {
      cwd,
      env: {
        PATH: systemPath,
        HOME: folder,
        ARTOO_DATA_DIR: join(folder, 'data'),
        OPENAI_BASE_URL: `${server.url}/v1`,
        OPENAI_MODEL: 'scripted',
        OPENAI_API_KEY: 'none',
      },
    });
    child.stdin.on('error', () => {}).end(scene.data ?? ''); // it may end without reading it
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const entries = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const last = entries.at(-1);
    if (last === undefined) throw new Error(`${name}: the command printed nothing: ${err}`);
    const first = entries.find(({ type }) => type === 'CorrectionSignal' || type === 'ReplanRequest' || type === 'Failure')?.payload;
    return {
      result: FinalResult.parse(last.payload ?? last),
      asked: server.requests.map(({ role }) => role),
      corrections: entries.filter(({ type }) => type === 'CorrectionSignal').length,
      askedAgain: player.askedAgain,
      wrong: String(first?.what_was_wrong ?? first?.gap_summary ?? first?.detail ?? '').replaceAll(folder, '…'),
      folder,
    };
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}
