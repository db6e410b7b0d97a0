/** Lets doctor and service recognize each other through a proxy: both have the same database. */
export interface DoctorChallenge {
  /** Resolves with a new question and the answer that only this service gives. Rejects when the database is down. */
  ask(): Promise<{ readonly question: string; readonly answer: string }>;
  /** Resolves with null for a question from another database, and when the database cannot be reached. */
  answer(question: string): Promise<string | null>;
}

/** The header of a request to `/healthz` that contains the question. */
export const questionHeader = 'doctor-question';

/** The answer of the service to a doctor with a valid question. */
export interface SeenByService {
  readonly answer: string;
  /** The listener that answers. */
  readonly listener: 'form' | 'inbox';
  /** The client's address, determined with `TRUSTED_PROXIES`. */
  readonly address: string;
  /** `X-Forwarded-For` as it arrived, or null without one. */
  readonly forwardedFor: string | null;
}

/** Pause between the data and the end of the response. A proxy that buffers responses forwards both at once. */
export const pauseMs = 2000;
