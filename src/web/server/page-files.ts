/** The files of the page: what the build wrote, and nothing else. A file that did not exist at the start is not served. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

type PageFile = { readonly type: string; readonly body: Uint8Array<ArrayBuffer>; readonly encoding?: 'br' | 'gzip' };

export type PageFiles = {
  /** The file at a path, such as `/` or `/assets/index-1a2b.js`, in the best accepted encoding. Undefined if there is none. */
  at(path: string, accepted: string): PageFile | undefined;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const encodings = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/** Reads each file on its first request, and keeps it. If the folder is missing, there are no files. */
export function openPageFiles(folder: string): PageFiles {
  const names = new Set(namesIn(folder));
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  function bytesOf(name: string): Uint8Array<ArrayBuffer> {
    const known = kept.get(name) ?? new Uint8Array(readFileSync(join(folder, name)));
    kept.set(name, known);
    return known;
  }
  return {
    at(path, accepted) {
      const name = path === '/' ? 'index.html' : path.slice(1);
      const type = types[extname(name)];
      if (!names.has(name) || type === undefined) return undefined;
      const best = encodings.find(([ending, encoding]) => names.has(name + ending) && accepts(accepted, encoding));
      return best ? { type, body: bytesOf(name + best[0]), encoding: best[1] } : { type, body: bytesOf(name) };
    },
  };
}

const accepts = (header: string, encoding: string): boolean => header.split(',').some((each) => each.trim().split(';')[0] === encoding);

function namesIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  } catch {
    return [];
  }
}
