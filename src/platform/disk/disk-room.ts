/** The disk that has the least room above its floor. */
export interface FullestDisk {
  /** The folder of the service that is on it. */
  readonly folder: string;
  readonly freeBytes: number;
  /** The free space that attachments leave to the database and to requests without files. */
  readonly floorBytes: number;
}

/** The room of the attachments of one request. */
export interface UploadRoom {
  /** Counts bytes of an attachment that have arrived. */
  take(bytes: number): void;
  /** True once the disks had too little room for the bytes that have arrived. It stays true. */
  readonly isShort: boolean;
  /** Resolves with whether the disks have room for all that has arrived, by figures of the last second. */
  hasRoom(): Promise<boolean>;
  /** Call it when the attachments are stored or removed. */
  release(): void;
}

/** Free space on the disks that attachments are written to, less the bytes on their way to them (C27a). */
export interface DiskRoom {
  open(): UploadRoom;
  /** Resolves with null when no disk has a floor or reports its free space. Never rejects. */
  fullest(): Promise<FullestDisk | null>;
}

/** The notices to owners about disks. Several processes may share a disk. */
export interface DiskNotices {
  /** Resolves with true when the last notice that was made is about a low disk. */
  wasLowNotified(): Promise<boolean>;
  /** Notifies owners that a disk is low, or has room again, unless they know. Never rejects. */
  settle(state: 'low' | 'enough', disk: FullestDisk): Promise<void>;
}
