/** The names of places where secrets are kept: only data. Everything below such a place counts too. */

/** One place per line, or several separated by bars. */
const listed = (places: string): readonly string[] => places.trim().split(/\s*[|\n]\s*/);

/** Relative to a home folder; hidden from commands too. */
export const secretsInHome: readonly string[] = [
  // Keys, and credentials for other machines
  ...listed(`
  .ssh | .gnupg | .netrc | _netrc | .git-credentials | .config/git/credentials | .age | .config/age | .config/sops | .putty
  .rhosts | .pki | .local/share/keyrings | .local/share/kwalletd | .kde/share/apps/kwallet | .gnome2/keyrings | .minisign
  Library/Keychains | .step | .certs | .globus | .vnc/passwd | .config/remmina | .local/share/remmina | .config/freerdp
  .config/wireguard | .local/share/networkmanagement/certificates | .cert | .config/filezilla | .filezilla | .config/winscp
  .smbcredentials | .cifs | .credentials | .secrets | .config/rclone | .rclone.conf | .s3cfg | .boto | .mc/config.json
  .passwd-s3fs`),
  // Clouds, clusters, platforms
  ...listed(`
  .aws | .azure | .kube | .config/gcloud | .config/gh | .config/hub | .config/glab-cli | .config/op | .docker/config.json | .oci
  .config/containers/auth.json | .config/helm/registry | .helm | .terraform.d/credentials.tfrc.json | .pulumi/credentials.json | .config/doctl
  .config/linode-cli | .config/hcloud | .config/scw | .config/ovh | .ovh.conf | .aliyun | .tccli | .bluemix | .ibmcloud | .fly/config.yml
  .config/heroku | .netlify | .config/netlify | .config/vercel | .local/share/com.vercel.cli | .now | .local/share/heroku
  .config/stripe | .wrangler | .config/.wrangler | .cloudflared | .cloudflare | .config/supabase | .supabase | .railway/config.json
  .config/railway | .render | .config/firebase | .twilio-cli | .config/ngrok | .ngrok2 | .databrickscfg | .snowsql | .snowflake
  .config/snowflake | .bigqueryrc | .kaggle | .config/kaggle | .vault-token | .config/doppler | .doppler | .config/infisical
  .infisical | .chamber | .consul | .nomad | .boundary | .config/sentry | .sentryclirc | .datadog | .dogrc | .newrelic | .pagerduty
  .config/jira | .jira.d | .config/.jira | .slack | .config/travis | .travis | .circleci/cli.yml | .config/buildkite | .config/tea
  .config/berg`),
  // Packages
  ...listed(`
  .cargo/credentials | .cargo/credentials.toml | .gem/credentials | .local/share/gem/credentials
 .huggingface | .config/huggingface`),
  // Databases
  ...listed(`
  .pgpass | .my.cnf | .mylogin.cnf | .mongorc.js | .mongodb | .redisclirc | .config/pgcli | .config/mycli | .dbshell
  .local/share/DBeaverData | .config/JetBrains | .config/sqlectron | .config/Postman | .config/Insomnia | .cassandra`),
  // Other agents and their keys
  ...listed(`
  .claude/.credentials.json | .claude.json | .config/claude | .config/Claude | .config/anthropic | .codex/auth.json | .config/openai
  .gemini/oauth_creds.json | .gemini/google_accounts.json | .gemini/.env | .qwen/oauth_creds.json | .qwen/.env
  .config/github-copilot | .copilot | .cursor/auth.json | .config/Cursor | .config/cursor | .aider.conf.yml | .aider
  .aider.chat.history.md | .aider.input.history | .local/share/opencode | .config/goose | .local/share/goose | .continue/config.json
  .continue/config.yaml | .continue/.env | .codeium | .config/io.datasette.llm/keys.json | .config/aichat | .config/mods
  .config/fabric | .config/amp | .local/share/amp | .kiro/auth | .config/Code/User/globalStorage
  .config/VSCodium/User/globalStorage | .vscode-server/data/User/globalStorage | .ollama/id_ed25519 | .config/crush
  .local/share/crush | .plandex-home | .config/open-interpreter | .sourcegraph`),
  // Password managers
  ...listed(`
  .password-store | .config/Bitwarden | .config/Bitwarden CLI | .config/1Password | .1password | .local/share/bitwarden | .lastpass
  .config/keepassxc | .cache/keepassxc | .keepass | .config/KeePass | .local/share/KeePass | .config/Enpass | .enpass | .gopass
  .config/gopass | .local/share/gopass | .config/rbw | .local/share/rbw | .config/Authy Desktop | .local/share/authenticator`),
  // Wallets
  ...listed(`
  .bitcoin | .litecoin | .dogecoin | .dash | .zcash | .dashcore | .ethereum | .config/Ethereum | .electrum | .electrum-ltc
  .config/solana | .config/Exodus | .config/Ledger Live | .config/Trezor Suite | .bitmonero | .shared-ringdb | Monero/wallets
  .monero | .sparrow | .wasabiwallet | .walletwasabi | .armory | .multibit | .config/Daedalus | .local/share/Daedalus
  .near-credentials | .sui | .aptos | .foundry/keystores | .brownie/accounts | .cosmos | .gaia | .lnd | .lightning | .polkadot
  .tezos-client | .eth`),
  // Browsers and mail
  ...listed(`
  .mozilla | .thunderbird | .librewolf | .waterfox | .tor-browser | .local/share/torbrowser | .config/google-chrome
  .config/google-chrome-beta | .config/google-chrome-unstable | .config/chromium | .config/BraveSoftware | .config/microsoft-edge
  .config/vivaldi | .config/opera | .config/qutebrowser | .local/share/qutebrowser | .config/epiphany | .local/share/epiphany | .w3m
  .config/Arc | .zen | .floorp | snap/firefox/common/.mozilla | snap/chromium/common/chromium | snap/thunderbird/common/.thunderbird
  .var/app/org.mozilla.firefox | .var/app/org.mozilla.Thunderbird | .var/app/com.google.Chrome | .var/app/org.chromium.Chromium
  .var/app/com.brave.Browser | .var/app/com.bitwarden.desktop | .var/app/org.keepassxc.KeePassXC | .lynx_cookies | .wget-hsts
  .cookies | Library/Application Support/Google/Chrome | Library/Application Support/Firefox
  Library/Application Support/BraveSoftware | Library/Application Support/Bitwarden | Library/Application Support/1Password
  Library/Cookies | Library/Safari | Library/Mail | Library/Messages | Library/Containers/com.apple.mail
  Library/Application Support/Claude | Library/Application Support/Cursor | Mail | mail | Maildir | .mail | mbox | .maildir | .mutt
  .muttrc | .config/mutt | .config/neomutt | .neomuttrc | .msmtprc | .config/msmtp | .mbsyncrc | .config/isyncrc | .offlineimaprc
  .config/offlineimap | .fetchmailrc | .getmail | .config/evolution | .local/share/evolution | .config/aerc | .config/geary
  .local/share/geary | .config/himalaya | .esmtprc | .config/vdirsyncer`),
  // Messengers
  ...listed(`
  .config/Signal | .config/Slack | .config/discord | .config/Element | .local/share/TelegramDesktop | .config/WhatsApp | .weechat
  .config/weechat | .irssi | .purple | .config/teams | .config/Microsoft | .config/skypeforlinux | .config/zoomus.conf | .zoom`),
  // What a person typed: it may contain passwords and tokens
  ...listed(`
  .bash_history | .zsh_history | .zhistory | .histfile | .sh_history | .ash_history | .history | .ksh_history | .tcsh_history
  .local/share/fish/fish_history | .local/share/nushell | .config/nushell/history.txt | .local/share/powershell | .local/share/atuin
  .psql_history | .mysql_history | .mariadb_history | .sqlite_history | .rediscli_history | .mongosh | .dbshell_history
  .python_history | .ipython/profile_default/history.sqlite | .node_repl_history | .irb_history | .pry_history | .php_history
  .scala_history | .lesshst | .viminfo | .local/state/nvim/shada | .local/share/nvim/shada | .local/state/bash | .zsh_sessions
  .bash_sessions | .gdb_history | .local/share/recently-used.xbel | .xauthority | .Xauthority | .ICEauthority | .config/pulse/cookie`),
];

/** In the system; hidden from commands too. */
export const secretsInSystem: readonly string[] = listed(`
  /etc/shadow | /etc/shadow- | /etc/gshadow | /etc/gshadow- | /etc/sudoers | /etc/sudoers.d | /etc/security/opasswd
  /etc/master.passwd | /etc/krb5.keytab | /etc/krb5kdc | /var/lib/krb5kdc | /var/kerberos | /etc/ssl/private | /etc/pki/tls/private
  /etc/pki/private | /etc/pki/CA/private | /usr/local/etc/ssl/private | /etc/letsencrypt/live | /etc/letsencrypt/archive
  /etc/letsencrypt/keys | /etc/letsencrypt/accounts | /etc/acme | /etc/lego | /etc/wireguard | /etc/openvpn | /etc/ipsec.secrets
  /etc/ipsec.d/private | /etc/swanctl/private | /etc/strongswan | /etc/ppp/chap-secrets | /etc/ppp/pap-secrets
  /etc/NetworkManager/system-connections | /etc/netplan | /etc/wpa_supplicant | /etc/wpa_supplicant.conf | /etc/iwd | /var/lib/iwd
  /var/lib/NetworkManager | /var/lib/tailscale | /var/lib/zerotier-one | /etc/cloudflared | /etc/tinc | /etc/mysql/debian.cnf
  /etc/pgbouncer/userlist.txt | /etc/redis | /etc/mongod.key | /var/lib/mysql | /var/lib/postgresql | /var/lib/mongodb
  /var/lib/redis | /etc/postfix/sasl_passwd | /etc/postfix/sasl_passwd.db | /etc/exim4/passwd.client | /etc/msmtprc
  /etc/fetchmailrc | /etc/dovecot/private | /var/mail | /var/spool/mail | /etc/opendkim/keys | /etc/dkimkeys | /etc/bind/rndc.key
  /etc/kubernetes | /etc/rancher | /var/lib/rancher | /var/lib/kubelet | /var/lib/etcd | /etc/etcd | /var/lib/docker
  /etc/docker/key.json | /var/lib/containerd | /var/lib/containers | /etc/crio | /var/lib/vault | /etc/vault.d | /etc/consul.d
  /etc/nomad.d | /var/lib/private | /var/lib/sss | /etc/sssd | /var/lib/samba/private | /etc/samba/credentials | /etc/smbcredentials
  /etc/credstore | /etc/credstore.encrypted | /etc/cryptsetup-keys.d | /etc/luks | /etc/keys | /var/lib/systemd/credential.secret
  /run/credentials | /run/secrets | /run/user | /run/keys | /etc/gitlab/gitlab-secrets.json | /etc/gitlab-runner | /etc/grafana
  /etc/munge | /etc/ceph | /etc/rclone.conf | /etc/restic | /etc/borg | /etc/ansible/vault | /etc/salt/pki
  /etc/puppetlabs/puppet/ssl | /var/lib/puppet/ssl | /etc/chef | /etc/cockpit/ws-certs.d | /etc/apache2/ssl | /etc/nginx/ssl
  /etc/httpd/ssl | /etc/haproxy/certs | /etc/caddy/keys | /var/lib/caddy | /etc/cups/ssl | /etc/ssl/keys | /etc/tor/keys
  /var/lib/tor | /etc/nut | /etc/snmp | /var/lib/snmp | /etc/chrony.keys | /etc/chrony/chrony.keys | /etc/ntp.keys | /var/lib/lxd
  /etc/machine-key | /var/lib/jenkins/secrets | /var/lib/jenkins/credentials.xml | /var/lib/bluetooth | /var/lib/fprint
  /Library/Keychains | /private/etc/master.passwd | /var/db/shadow | /etc/boto.cfg | /etc/ssh/ssh_host_rsa_key
  /etc/ssh/ssh_host_dsa_key | /etc/ssh/ssh_host_ecdsa_key | /etc/ssh/ssh_host_ed25519_key
`);

/** Files in a home folder that commands need and models do not: without them, npm or maven does not work. */
export const keptFromModelsInHome: readonly string[] = listed(`
  .npmrc | .yarnrc | .yarnrc.yml | .pypirc | .config/pip/pip.conf | .pip/pip.conf | .gemrc | .bundle/config | .condarc
  .m2/settings.xml | .m2/settings-security.xml | .gradle/gradle.properties | .ivy2/.credentials | .sbt/.credentials
  .nuget/NuGet/NuGet.Config | .config/NuGet/NuGet.Config | .composer/auth.json | .config/composer/auth.json | .terraformrc
  .config/pypoetry/auth.toml | .hex/hex.config | .conan/.conan.db | .config/configstore | .cache/huggingface/token
  .dbt/profiles.yml
`);

/** Files in the system that commands need and models do not. */
export const keptFromModelsInSystem: readonly string[] = listed(`
  /etc/apt/auth.conf | /etc/apt/auth.conf.d
`);
