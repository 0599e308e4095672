import { load } from 'hrefix';

self.onmessage = async (event: MessageEvent) => {
  const h = await load({ wasm: event.data.module });
  self.postMessage(h.absolutize(event.data.page as string, { base: event.data.base }));
};
