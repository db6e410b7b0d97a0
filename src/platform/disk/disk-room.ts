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
  /** True once the disks had too little room for what has arrived. It stays true. */
  readonly isShort: boolean;
  /** Resolves with whether the disks have room for all that has arrived, by figures of the last second. */
  hasRoom(): Promise<boolean>;
  /** Call it when the attachments are stored, or when nothing is left of them. */
  release(): void;
}

/** Free space on the disks that attachments are written to, less what is still on its way to them (C27a). */
export interface DiskRoom {
  open(): UploadRoom;
  /** Resolves with null when no disk has a floor, or none tells its free space. Never rejects. */
  fullest(): Promise<FullestDisk | null>;
}

/** What owners are told of the disks. Several processes may share one. */
export interface DiskNotices {
  /** Resolves with whether owners were told of a low disk, or will be, and of no room since. */
  areNotifiedOfLow(): Promise<boolean>;
  /** Tells owners that a disk is low, or has room again, unless they know. Never rejects. */
  settle(state: 'low' | 'enough', disk: FullestDisk): Promise<void>;
}
