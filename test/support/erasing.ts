import { beforeAll } from 'vitest';
import { customerErasing } from '../../src/areas/customers/erasing/erasing.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse } from './factories.ts';

export const BEFORE = '2030-05-01T18:00:00Z';

/** A company with a course, and the functions that preview an erasure and ask for it. */
export function erasingSetup() {
  const app = testApp();
  const at = { admin: {} as HeaderFields, agent: {} as HeaderFields, course: { id: 0 } };
  const signInAt = async (instant: string) => {
    app.setClock(instant);
    at.admin = await app.signedIn('admin');
    at.agent = await app.signedIn('agent');
  };
  beforeAll(async () => {
    at.course = await aCourse(app.db);
    await signInAt(BEFORE);
  });

  const preview = (id: number) => app.ok(customerErasing.preview, { params: { id } }, at.admin);
  async function forget(id: number, typed: string, headers = at.admin) {
    const { updated_at } = await preview(id);
    return app.call(customerErasing.forget, { body: { id, updated_at, typed } }, headers);
  }

  return { app, at, signInAt, preview, forget };
}
