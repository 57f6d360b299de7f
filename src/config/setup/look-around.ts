/**
 * Looks for every way to use a model: keys in the environment, model servers on this machine, set-ups of other agents. Changes nothing, and reads no
 * key.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { findLocalServers, type LocalSearch } from '../../models/endpoints/local-servers.ts';
import type { EndpointChoice } from '../config.ts';
import type { Environment } from '../config-layers.ts';
import { keysAtHand } from '../models/provider-keys.ts';
import { codexEndpoint } from './codex-config.ts';
import type { Found } from './offers.ts';

export type LookOptions = Pick<LocalSearch, 'signal' | 'ports'> & { readonly env: Environment; readonly home: string };

/** Never throws. */
export async function lookAround({ env, home, ...search }: LookOptions): Promise<Found> {
  const [servers, codex] = await Promise.all([findLocalServers(search), codexIn(env.CODEX_HOME || join(home, '.codex'))]);
  return { keys: keysAtHand(env), servers, codex };
}

const maxBytes = 256 * 1024;

async function codexIn(folder: string): Promise<EndpointChoice | undefined> {
  try {
    await using file = await open(join(folder, 'config.toml'), constants.O_RDONLY | constants.O_NONBLOCK); // opening a pipe must not block
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return codexEndpoint(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return undefined; // missing, or not readable
  }
}
