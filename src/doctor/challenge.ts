/** By which the doctor knows this service behind a proxy, and the service the doctor: both have the database. */
export interface DoctorChallenge {
  /** A new question, for a header, and the answer that only this service gives. Rejects when the database cannot be reached. */
  ask(): Promise<{ readonly question: string; readonly answer: string }>;
  /** Null for a question that nobody with this database asks, and while the database cannot be reached. */
  answer(question: string): Promise<string | null>;
}

/** Of a request to `/healthz`. */
export const questionHeader = 'doctor-question';

/** What the service tells a doctor whose question it knows. */
export interface SeenByService {
  readonly answer: string;
  /** Where the request came from, by `TRUSTED_PROXIES`. */
  readonly address: string;
  /** `X-Forwarded-For` as it arrived; null without one. */
  readonly forwardedFor: string | null;
}

/** Between what the service tells and the end of its response. What collects responses passes both on at once. */
export const pauseMs = 2000;
