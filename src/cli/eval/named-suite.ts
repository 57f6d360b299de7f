/** The suite that a person names: a suite that comes with artoo, or a path. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownPackage } from '../../app/own-package.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { visible } from '../../contracts/text/visible.ts';
import { openSuite } from '../../eval/suite/open-suite.ts';
import type { Suite } from '../../eval/suite/suite-task.ts';

const ownSuites = ['starter'];

/** A path that exists takes precedence over a name. Throws `suite_invalid`. */
export async function openNamedSuite(named: string, cwd: string): Promise<Suite> {
  const path = resolve(cwd, named);
  const own = join(ownPackage, 'suites', `${named}.yaml`);
  const meant = existsSync(path) ? undefined : nearest(named, ownSuites);
  if (meant !== undefined && meant !== named)
    throw new ArtooError('suite_invalid', `${visible(named)}: there is no such suite; did you mean ${meant}?`);
  const isOwn = /^[\w-]+$/.test(named) && !existsSync(path) && existsSync(own);
  return openSuite(isOwn ? own : path, visible(named));
}
