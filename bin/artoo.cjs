#!/usr/bin/env node
// Starts artoo. Plain CommonJS that every Node can read, so that one that is too old can be told so; all else is loaded when it is needed.
'use strict';

var lowest = [22, 19];
var have = process.versions.node.split('.').map(Number);

if (have[0] < lowest[0] || (have[0] === lowest[0] && have[1] < lowest[1])) {
  process.stderr.write(
    'artoo needs Node ' + lowest.join('.') + ' or newer; this is ' + process.versions.node + '. Install a newer one from nodejs.org.\n',
  );
  process.exitCode = 69;
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-v')) {
  process.stdout.write(
    JSON.parse(require('node:fs').readFileSync(require('node:path').join(__dirname, '..', 'package.json'), 'utf8')).version + '\n',
  );
} else if (process.argv.length === 3 && (process.argv[2] === '--help' || process.argv[2] === '-h' || process.argv[2] === 'help')) {
  import('../dist/cli/help.js').then((page) => process.stdout.write(page.help() + '\n'));
} else {
  process.title = 'artoo'; // in a list of processes, the words of a goal or a command must not be found
  keepCompiled();
  import('../dist/command/main.js').then((cli) => cli.run(process.argv.slice(2)));
}

// Compiled code is kept for the next start, which takes a third of the time off it. In the data folder, which no command sees or writes: this code runs outside all walls.
function keepCompiled() {
  var path = require('node:path');
  var said = (process.env.ARTOO_DATA_DIR || '').trim();
  var data = said || (process.env.HOME && path.join(process.env.HOME, '.artoo'));
  var keep = require('node:module').enableCompileCache;
  var isKnown = data && path.isAbsolute(data) && process.argv.indexOf('--data') < 0 && require('node:fs').existsSync(data); // it is made elsewhere, closed to others
  if (keep && isKnown) keep(path.join(data, 'compiled'));
}
