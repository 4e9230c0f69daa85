#!/usr/bin/env bash
# What make install has made make uninstall takes away, folders too, and no folder that was there before or holds anything else;
# with blanks in both paths.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
root=$(dirname "$(dirname "$SCENARIOS")")
command -v make > /dev/null || { echo "there is no make" >&2; exit 77; }

rule() { make -s -C "$root" "$1" PROGRAM="$(command -v socketplay)" DESTDIR="$PWD/$2" PREFIX="$3" | sed "s|$PWD/||"; }
tree() { (cd "$1" && find . -mindepth 1 | sort); }

mkdir 'a stage'
echo "-- into nothing"
rule install 'a stage/below' '/opt/my place'
tree 'a stage' | grep -c .
'a stage/below/opt/my place/bin/socketplay' version > /dev/null && echo "it runs"
rule uninstall 'a stage/below' '/opt/my place'
tree 'a stage'
rmdir 'a stage' && echo "nothing is left"

echo "-- twice, into folders of which some are there, and one is used meanwhile"
mkdir -p 'a stage/usr/bin' 'a stage/usr/share/zsh'
rule install 'a stage' /usr
rule install 'a stage' /usr
echo mine > 'a stage/usr/share/fish/mine'
rule uninstall 'a stage' /usr
tree 'a stage'

echo "-- again, and of an installation that has no record of its folders"
rule uninstall 'a stage' /usr
rule install 'a stage' /usr
rm 'a stage/usr/share/socketplay/folders'
rule uninstall 'a stage' /usr
tree 'a stage'

echo "-- and of one whose record is none"
rule install 'a stage' /usr
# shellcheck disable=SC2016 # not to be expanded anywhere
printf 'above 08\nabove -1\nabove $(touch ran)\n..\n/\n*\n' > 'a stage/usr/share/socketplay/folders'
rule uninstall 'a stage' /usr && tree 'a stage' | grep -c .
[ ! -e ran ] && [ -d 'a stage/usr/bin' ] && echo "nothing else is done"
