// The runtime of Go for JavaScript, wasm_exec.js. It sees an object of its own instead of globalThis: so it leaves
// nothing there, and the module has no way to files, processes or the network.

const enosys = () => Object.assign(new Error('not implemented'), { code: 'ENOSYS' });

/** output is a file system that keeps the start of what Go prints when it ends. */
class Output {
  constants = { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 };
  text = '';

  writeSync(fd, bytes) {
    if (this.text.length < 1000) this.text += new TextDecoder().decode(bytes.slice());
    return bytes.length;
  }

  write(fd, bytes, offset, length, position, callback) {
    callback(null, this.writeSync(fd, bytes.subarray(offset, offset + length)));
  }
}
for (const name of ['chmod', 'chown', 'close', 'fchmod', 'fchown', 'fstat', 'fsync', 'ftruncate', 'lchown', 'link', 'lstat', 'mkdir',
  'open', 'read', 'readdir', 'readlink', 'rename', 'rmdir', 'stat', 'symlink', 'truncate', 'unlink', 'utimes']) {
  Output.prototype[name] = (...args) => args.at(-1)(enosys());
}

/** newGo returns a Go that stores the functions of its module in the object functions. */
export function newGo(functions) {
  const fs = new Output();
  const globalThis = { hrefix: functions, fs, Object, Array, Uint8Array, Date, crypto, performance, TextEncoder, TextDecoder };
  // wasm_exec.js of Go begins here.
  $WASM_EXEC
  // wasm_exec.js ends here.
  const go = new globalThis.Go();
  go.exit = () => {};
  go.printed = () => fs.text.split('\n')[0];
  go.stop = () => {
    for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
    go._scheduledTimeouts.clear();
  };
  return go;
}
