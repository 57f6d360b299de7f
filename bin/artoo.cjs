#!/usr/bin/env node
// Starts artoo. Plain CommonJS that every Node can read, so that one that is too old can start the one installed here, or say what is missing; all else is loaded when it is needed.
'use strict';

var lowest = [22, 19];
var have = process.versions.node.split('.').map(Number);

if (have[0] < lowest[0] || (have[0] === lowest[0] && have[1] < lowest[1])) {
  startOnInstalledNode();
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

// A clone brings its own Node. A published package does not: then it takes a newer one.
function startOnInstalledNode() {
  var path = require('node:path');
  var node = path.join(__dirname, '..', 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  var fs = require('node:fs');
  if (!fs.existsSync(node) || fs.realpathSync(node) === fs.realpathSync(process.execPath)) return tellTooOld();
  var tty = require('node:tty');
  var isTerminal = tty.isatty(0) || tty.isatty(1) || tty.isatty(2);
  var child;
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => {
    process.on(signal, () => {
      if (child && !(isTerminal && signal === 'SIGINT')) child.kill(signal); // a terminal sends that to both
    });
  });
  var stdio = ['inherit', 'inherit', 'inherit', 'ipc']; // the channel closes when this process dies, even if it is killed
  child = require('node:child_process').spawn(node, [__filename].concat(process.argv.slice(2)), { stdio: stdio });
  child.on('error', tellTooOld);
  child.on('exit', (code, signal) => {
    process.exitCode = code;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function tellTooOld() {
  process.stderr.write(
    'artoo needs Node ' + lowest.join('.') + ' or newer; this is ' + process.versions.node + '. Install a newer one from nodejs.org.\n',
  );
  process.exitCode = 69;
}
