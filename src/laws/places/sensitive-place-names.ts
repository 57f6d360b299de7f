/**
 * Sensitive places by name, each with the reason: only data. `*` is any part of a name, and everything below a place counts too. This lists what
 * runs, or instructs an agent, although the person does not run the project's code: when a folder is opened or entered, or another program starts in
 * it. Not listed, and so free in a project, are: what takes effect only when the project itself is run, built, tested or linted (package.json,
 * Makefile, .bazelrc, .pnp.cjs, conftest.py, build.rs, eslint.config.js, node_modules with its .bin, a json.py beside a script); what a program obeys
 * only after asking the person about its content (.dir-locals.el), or only if told to (.gdbinit, .lldbinit); and what only names a version (.nvmrc,
 * .python-version).
 */

/** Places, by the reason why they are sensitive. */
export type Table = Readonly<Record<string, string>>;

export const whatGitRuns = 'it decides what git runs';
export const whoseDataItIs = "it is part of artoo's own data";
export const whereProgramsAre = 'it is in a folder that is searched for programs';
const whatPythonRuns = 'Python runs it at startup';
const whatEditorsDo = 'the editor acts on it';

/** Sensitive in the workspace too, where deleting or moving them also needs approval. */
export const configuringPlaces: Table = {
  [whatGitRuns]: `
    .git/hooks *.git/hooks .git/config* *.git/config .git/info/attributes .git/commondir .git/config.worktree .git/worktrees/*/config.worktree .git/worktrees/*/commondir .git/modules/**/config .git/modules/**/hooks .gitconfig .config/git .husky .huskyrc*`,
  'it configures artoo': '.artoo',
  'it instructs or configures agents': `
    AGENTS.md AGENTS.override.md AGENTS.local.md CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md CRUSH.md CRUSH.local.md IFLOW.md CODEBUDDY.md
    .claude .claude.json .cursor .cursorrules .codex .gemini .qwen .mcp.json
    .github/copilot-instructions.md .github/instructions .github/prompts .github/chatmodes .github/agents .github/hooks .github/skills .copilot
    .aider* .windsurf .windsurfrules .clinerules .cline .roo .roorules* .roomodes .kilocode .kilocodemodes .continue .opencode .opencode.json
    opencode.json opencode.jsonc .kiro .amazonq .goosehints .goose .junie .aiassistant .agent .agents .amp .augment .augment-guidelines
    .crush crush.json .crush.json .factory .openhands .trae .zencoder .firebender .tabnine .qoder .codebuddy .iflow .pi .vibe .idx .vscode/mcp.json
    GROK.md .grok .serena .rovodev .forge .gitlab/duo .ai/mcp`,
};

/** Sensitive in the workspace too, as a module of any form: source, compiled, or a package. */
export const placesOfPython: Table = { [whatPythonRuns]: 'sitecustomize* usercustomize* site-packages/*.pth dist-packages/*.pth' };

/**
 * Sensitive in the workspace too, except for what Python compiles beside its sources: programs look for plugins there, wherever the person starts
 * them.
 */
export const placesOfPackages: Table = { 'the programs of a Python environment load files from it': 'site-packages dist-packages' };

/** Sensitive in the workspace too, but not in installed packages, which are neither opened nor entered: many contain their authors' settings. */
export const placesOnOpening: Table = {
  'it instructs or configures agents': 'AGENT.md WARP.md .rules',
  // Tasks that run when a folder is opened, programs named in settings, commands before a container starts; an editor that trusts the folder does not
  // ask again.
  'the editor runs what it says when the folder is opened': `
    .vscode/tasks.json .vscode/settings.json .vscode/c_cpp_properties.json .vscode/cmake-kits.json .vs .fleet .nova .zed .idea .helix .devcontainer .devcontainer.json .theia .lite_project.lua .externalToolBuilders`,
  // Vim and its relatives with the option `exrc`.
  'the editor runs it when started in the folder': '.exrc _exrc .vimrc _vimrc .gvimrc _gvimrc .nvimrc .nvim.lua .lvimrc .lazy.lua',
  // mise trusts a folder even if the file changes later; its hooks and templates run when the folder is entered.
  'it is run on entering the folder': 'mise.toml mise.*.toml .mise.toml .mise.*.toml .mise mise/config.toml .config/mise .config/mise.toml',
  // A version can be a path: asdf and rustup run the programs at that path.
  'it decides which programs are run in the folder': '.tool-versions rust-toolchain rust-toolchain.toml',
  // R, irb, pry, iex, GHCi, OCaml, Octave, pdb and Erlang look for these in the folder in which they start.
  'a program that is started in the folder runs it': `
    .Rprofile .Renviron .RData .irbrc irb.rc _irbrc .pryrc .iex.exs .ghci .ocamlinit .octaverc .pdbrc .erlang`,
  // Hooks and extensions, as for git.
  'it decides what Mercurial or Jujutsu runs': '.hg/hgrc .jj/repo/config.toml',
};

/** Sensitive in a project, and in any folder that a rule frees. */
export const placesAnywhere: Table = {
  'it decides who may log in, and where': '.ssh',
  'it holds keys and decides whom to trust': '.gnupg',
  [whatEditorsDo]: '.vscode/launch.json',
  'it is run on entering the folder': '.envrc',
  'it decides where packages come from': '.npmrc .yarnrc* .pnpmfile.cjs .pypirc pip.conf bunfig.toml .bundle/config nuget.config',
  'it decides what a build runs': '.cargo/config .cargo/config.toml',
};

export const placesInHomes: Table = {
  'the shell runs it at startup': `
    .profile .bash* .zsh* .zprofile .zlogin .zlogout .login .logout .kshrc .mkshrc .cshrc .tcshrc .inputrc .pam_environment .oh-my-zsh
    .config/fish .config/zsh .config/bash .config/nushell .config/powershell .config/environment.d`,
  'it is started automatically': `
    .config/autostart* .config/systemd .local/share/systemd .local/share/dbus-1 .local/share/applications Library/LaunchAgents Library/LaunchDaemons
    .xinitrc .xsession* .xprofile .Xresources`,
  [whereProgramsAre]: 'bin .local/bin .cargo/bin .deno/bin .bun/bin .yarn/bin go/bin',
  // For version managers and similar tools: the folders that they add to the PATH hold links and scripts, which run what is in their other folders.
  'programs are installed in it': `
    .pyenv .nvm .n .rbenv .nodenv .goenv .jenv .phpenv .plenv .tfenv .asdf .sdkman .volta .fnm .rvm .gvm .jabba .perlbrew .rustup .ghcup .opam
    .cabal/bin .dotnet/tools .krew .poetry .fzf .npm-global .npm-packages .composer/vendor .config/composer/vendor .nix-profile .local/state/nix
    .linuxbrew .conda miniconda3 anaconda3 miniforge3 mambaforge .local/pipx .local/share/pipx .local/share/uv/tools .local/share/uv/python
    .local/share/mise .local/share/rtx .local/share/fnm .local/share/nvim .zinit .antigen .antidote .zplug .zim .zprezto .tmux
    .vscode/extensions .vscode-server .vscode-oss .cursor-server .windsurf-server .ipython .jupyter .julia/config`,
  [whatEditorsDo]: `
    .vimrc .gvimrc .exrc .ideavimrc .vim .emacs .emacs.d .nanorc .config/nvim .config/vim .config/emacs .config/helix .config/zed .config/Code/User .config/VSCodium/User .config/Cursor/User`,
  'a program acts on it': `
    .tmux.conf .config/tmux .screenrc .wgetrc .curlrc .config/curlrc .netrc .gdbinit .lldbinit .psqlrc .sqliterc .irbrc .pryrc .Rprofile .forward .rhosts
    .config/direnv .config/gh .config/containers .config/mise .config/go .config/starship.toml .config/kitty .config/wezterm .wezterm.lua .asdfrc`,
  'it decides which cluster or cloud is used': '.kube .aws .azure .config/gcloud .docker/config.json .docker/cli-plugins',
  'it decides where packages come from':
    '.config/pip .pip .gemrc .condarc .m2/settings.xml .gradle/init* .gradle/gradle.properties .bunfig.toml',
  [whatPythonRuns]: '.local/lib/python*/site-packages',
};

export const placesInSystem: Table = {
  'it is started automatically': `
    var/spool/cron var/spool/at var/spool/anacron etc/cron* etc/systemd lib/systemd usr/lib/systemd run/systemd Library/LaunchAgents Library/LaunchDaemons`,
  'it configures the system': 'etc private/etc',
  'it is part of the system': 'usr bin sbin lib lib32 lib64 libx32 boot efi System Library proc sys',
};
