import { addressOf, headersOf } from '../../../web/sending/request.ts';
import { failureIn, unanswered } from '../../../web/sending/send.ts';
import { imports, type ImportName } from '../files/imports.contract.ts';

export type Sent = { id: number; is_known: boolean };
type Sending = { kind: ImportName; file: File; signal: AbortSignal; progress: (part: number) => void };

/** Sends a file, and says how much of it has gone: what `send` can not. */
export function sendFile({ kind, file, signal, progress }: Sending): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(imports.create, {}));
    headersOf(imports.create, {}, false).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(unanswered('the connection was lost'));
    request.onabort = () => reject(new DOMException('left', 'AbortError'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status !== 200) return reject(failureIn(imports.create, status, responseText));
      // As `send`: the server has passed its answer through the call's schema.
      resolve(JSON.parse(responseText) as Sent);
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('import[kind]', kind);
    form.append('import[name]', file.name.slice(0, 200));
    form.append('import[file]', file);
    request.send(form);
  });
}
