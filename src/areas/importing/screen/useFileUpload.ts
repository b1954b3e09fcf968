import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { callAddress, callHeaders } from '../../../web/sending/request.ts';
import { failedCallError, unansweredError } from '../../../web/sending/send.ts';
import { imports, type ImportKindName } from '../files/imports.contract.ts';

const LEAVE = {
  question: 'Leave while the file is being sent?',
  detail: 'What was sent of it will be discarded.',
  verb: 'Leave',
  danger: true,
};

type Sent = { id: number; is_known: boolean };
type ToSend = { kind: ImportKindName; file: File };

/**
 * Uploads a file; returns the progress of the upload and a function that stops it. Leaving the screen during the upload asks
 * for confirmation.
 */
export function useFileUpload() {
  const [part, setPart] = useState<number | null>(null);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);
  useBlocker({
    shouldBlockFn: async () => upload.current !== null && !(await askToConfirm(LEAVE)),
    enableBeforeUnload: part !== null,
    disabled: part === null,
  });
  /** Returns null if the upload was stopped. */
  const sendFile = async (sent: ToSend): Promise<Sent | null> => {
    const stopping = new AbortController();
    upload.current = stopping;
    setPart(0);
    try {
      return await sending(sent, stopping.signal, setPart);
    } finally {
      upload.current = null;
      setPart(null);
    }
  };
  return { part, sendFile, stop: () => upload.current?.abort() };
}

/** Like `send`, but reports upload progress (by XMLHttpRequest). */
function sending({ kind, file }: ToSend, signal: AbortSignal, progress: (part: number) => void) {
  return new Promise<Sent | null>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', callAddress(imports.create, {}));
    callHeaders(imports.create, {}, false).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(unansweredError());
    request.onabort = () => resolve(null);
    request.onload = () => {
      const { status, responseText } = request;
      // The answer is not parsed again, as in `send`: the server has passed it through the call's schema.
      if (status === 200)
        // oxlint-disable-next-line typescript/consistent-type-assertions
        resolve(JSON.parse(responseText) as Sent);
      else reject(failedCallError(imports.create, status, responseText));
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('import[kind]', kind);
    form.append('import[name]', file.name.slice(0, 200));
    form.append('import[file]', file);
    request.send(form);
  });
}
