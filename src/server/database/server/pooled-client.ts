import pg from 'pg';

/**
 * A connection to a pooler, which lends a session of the server for one transaction at a time. The pooler accepts
 * only a few start settings; each transaction sets the others itself.
 */
export class PooledClient extends pg.Client {
  readonly #name: string | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.#name = config?.application_name;
  }

  /** Returns the start settings. The `pg` driver calls this method, though its types do not declare it. */
  getStartupConf(): Record<string, string | undefined> {
    const { user, database } = this;
    return { user, database, application_name: this.#name, TimeZone: 'UTC', DateStyle: 'ISO' };
  }
}
