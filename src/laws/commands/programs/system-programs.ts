/** Programs that change something other than files: the machine, its users and services, clusters, databases, published packages. */

/** What the program does. With `only`, a subcommand must match; with `inText`, the text must match. Does not apply if a word matches `never`. */
export type SystemProgram = { readonly does: string; readonly only?: RegExp; readonly inText?: RegExp; readonly never?: RegExp };

type Row = readonly [names: string, does: string, words?: Omit<SystemProgram, 'does'>];

const rows: readonly Row[] = [
  [
    'mkfs mke2fs mkswap newfs fdisk sfdisk cfdisk parted wipefs blkdiscard mdadm cryptsetup lvremove vgremove pvremove',
    'formats or partitions a disk',
  ],
  ['mount umount swapon swapoff losetup', 'changes what is mounted'],
  ['crontab', 'changes scheduled jobs', { never: /^-l$/ }],
  ['at batch', 'schedules something to run later', { never: /^-l$/ }],
  [
    'systemctl service launchctl rc-service initctl supervisorctl',
    'changes services',
    { never: /^(?:status|show|cat|list.*|is-.*|print)$/ },
  ],
  [
    'useradd userdel usermod adduser deluser groupadd groupdel groupmod addgroup delgroup passwd chpasswd chsh chfn gpasswd vipw visudo',
    'changes who may use this machine',
  ],
  ['shutdown reboot halt poweroff init telinit', 'stops or restarts this machine'],
  ['sysctl modprobe insmod rmmod kexec setenforce', 'changes the kernel'],
  ['iptables ip6tables nft ufw firewall-cmd', 'changes the network settings of this machine'],
  [
    'hostnamectl timedatectl localectl update-alternatives defaults scutil networksetup pmset spctl csrutil nvram dscl',
    'changes settings of this machine',
  ],
  ['chattr setfacl setfattr xattr setcap chcon restorecon', 'changes permissions'],
  ['kill pkill killall killall5 skill xkill', 'stops processes', { never: /^(?:-[lL0]|"?\$[!$]"?)$/ }],
  [
    'apt apt-get aptitude dpkg yum dnf rpm zypper pacman apk brew port snap flatpak emerge nix-env',
    'installs or removes programs',
    { never: /^(?:list|search|show|info|policy|outdated|-l|--list|-q\w*|-Q\w*)$/ },
  ],
  [
    'pip pip3 pipx uv conda mamba gem',
    'installs or removes packages',
    { only: /^(?:install|uninstall|remove|update|upgrade|sync|add|push|yank)$/ },
  ],
  [
    'npm pnpm yarn bun',
    'changes what is published',
    { only: /^(?:publish|unpublish|deprecate|dist-tag|owner|access|token|login|logout|adduser|team|org|hook|profile)$/ },
  ],
  ['cargo twine poetry hatch', 'changes what is published', { only: /^(?:publish|upload|yank|owner)$/ }],
  [
    'docker podman nerdctl docker-compose',
    'changes containers, images or volumes',
    { only: /^(?:rm|rmi|remove|prune|kill|stop|down|restart|push|rename|update|login|logout|leave)$/ },
  ],
  [
    'kubectl oc helm',
    'changes a cluster',
    {
      only: /^(?:delete|apply|create|replace|patch|edit|scale|drain|cordon|uncordon|taint|rollout|set|label|annotate|exec|run|expose|install|uninstall|upgrade|rollback)$/,
    },
  ],
  [
    'terraform tofu pulumi cdk',
    'changes what is deployed',
    { only: /^(?:apply|destroy|import|taint|untaint|state|force-unlock|up|deploy|refresh|cancel)$/ },
  ],
  [
    'aws gcloud az doctl fly flyctl heroku vercel netlify wrangler firebase gsutil s3cmd rclone',
    'changes something in the cloud',
    {
      only: /^(?:rm|rb|mb|cp|mv|sync|purge|deploy|destroy|(?:delete|create|terminate|stop|start|put|update|remove|set|add|invoke|send|publish)(?:-.*|:.*)?)$/,
    },
  ],
  [
    'gh glab hub',
    'changes what others see',
    {
      only: /^(?:create|comment|delete|merge|close|reopen|edit|review|transfer|archive|rename|fork|sync|upload|run|cancel|rerun|enable|disable|set|lock|unlock|pin|ready|api|login|logout|approve)$/,
    },
  ],
  [
    'psql mysql mariadb sqlite3 mongosh mongo redis-cli clickhouse-client sqlcmd',
    'changes a database',
    {
      inText:
        /\b(?:drop|delete|truncate|update|insert|alter|create|replace|grant|revoke|vacuum|attach|copy|load|call|do|flush(?:all|db)|del|unlink|set|rename|shutdown|remove\w*|dropDatabase)\b|^\s*\.(?:output|once|import|save|backup|restore|shell|system)\b|\\(?:!|copy|o\b)/i,
    },
  ],
  ['dropdb createdb dropuser createuser pg_restore mysqladmin', 'changes a database'],
];

/** By program name. */
export const systemPrograms: ReadonlyMap<string, SystemProgram> = new Map(
  rows.flatMap(([names, does, words]) => names.split(' ').map((name) => [name, { does, ...words }] as const)),
);

/** Programs that run code from an argument, a file or a project, and so may do anything. */
export const interpreters: ReadonlySet<string> = new Set(
  [
    'bash rbash sh dash ash zsh ksh mksh fish csh tcsh nu pwsh powershell busybox toybox',
    'python python2 python3 pypy pypy3 ipython node nodejs deno bun tsx ts-node perl ruby irb php lua luajit julia R Rscript tclsh wish expect guile scala',
    'awk gawk mawk nawk jshell java kotlin groovy dotnet osascript swift ghci runghc erl elixir iex octave bc dc m4 gdb lldb ed ex vi vim nvim emacs',
    'make gmake cmake ninja just task rake gradle gradlew mvn ant bazel meson scons tox nox npx bunx pnpx uvx pipx npm pnpm yarn cargo go',
    'sqlite3 psql mysql docker podman kubectl terraform ansible ansible-playbook vagrant ssh screen tmux git',
    'env xargs sudo doas su eval exec source . parallel watch script chroot unshare nsenter runuser flock strace ltrace',
  ]
    .join(' ')
    .split(' '),
);
