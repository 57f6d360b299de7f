/** The environment of commands: no keys, and no variables that make a shell or a loader run something else. */
import { isAbsolute } from 'node:path';
import { namesCertificates } from './certificates.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const kept = /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_.*|TZ|TERM|TMPDIR)$/;

/** The environment without keys, and with English messages so that errors can be recognised. */
export function scrubbed(environment: Environment): Readonly<Record<string, string>> {
  const known = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && (kept.test(name) || namesCertificates(name, value)) ? [[name, value]] : [],
  );
  const { PATH = '', LC_ALL, ...entries }: Record<string, string> = Object.fromEntries(known);
  const folders = PATH.split(':').filter(isAbsolute).join(':'); // a relative folder depends on where the command runs
  return { ...entries, ...(LC_ALL ? { LANG: LC_ALL } : {}), LC_MESSAGES: 'C', ...(folders ? { PATH: folders } : {}) };
}
