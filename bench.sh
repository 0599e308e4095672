# alternating runs
for i in $(seq 1 ${N:-9}); do for m in "" --unread; do rm -rf out; /usr/bin/time -f "${m:-plain} %e %U %S" ./hrefix abs ${J:--j1} --root http://x.example/=pages -o out $m pages >/dev/null 2>t.err; tail -1 t.err; done; done
