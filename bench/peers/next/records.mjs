import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';

const requests = pgTable('commission_requests', {
  id: uuid('id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  status: text('status').notNull(),
  customerName: text('customer_name').notNull(),
  customerEmail: text('customer_email').notNull(),
  customerSocials: text('customer_socials'),
  message: text('message').notNull(),
  typeId: text('type_id'),
  optionId: text('option_id'),
  customCardId: text('custom_card_id'),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  extraIds: text('extra_ids').array().notNull(),
});

const extras = pgTable('commission_extras', { id: text('id').primaryKey() });

const requestExtras = pgTable('commission_request_extras', {
  requestId: uuid('request_id').notNull(),
  extraId: text('extra_id').notNull(),
});

const requestFiles = pgTable('commission_request_files', {
  id: uuid('id').primaryKey(),
  requestId: uuid('request_id').notNull(),
  position: integer('position').notNull(),
  fileKey: text('file_key').notNull(),
  originalFile: text('original_file').notNull(),
  fileType: text('file_type').notNull(),
  fileSize: bigint('file_size', { mode: 'number' }).notNull(),
  uploadDate: timestamp('upload_date', { withTimezone: true }).notNull(),
  sha256: text('sha256').notNull(),
});

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 32 });
pool.on('error', (error) => console.error(error));
const db = drizzle({ client: pool });

export async function insertRequest({ id, createdAt, payload, client }) {
  await db.insert(requests).values({ id, createdAt, status: 'NEW', ...payload, ...client });
  if (payload.extraIds.length > 0) await insertLinks(id, payload.extraIds);
}

async function insertLinks(requestId, extraIds) {
  const known = await db.select().from(extras).where(inArray(extras.id, extraIds));
  if (known.length > 0) await db.insert(requestExtras).values(known.map(({ id }) => ({ requestId, extraId: id })));
}

export async function insertFiles({ id, createdAt }, files) {
  await db.insert(requestFiles).values(
    files.map((file, position) => ({
      id: randomUUID(),
      requestId: id,
      position,
      fileKey: file.key,
      originalFile: file.name,
      fileType: file.type,
      fileSize: file.bytes.length,
      uploadDate: createdAt,
      sha256: file.sha256,
    })),
  );
}

export async function deleteRequest(id) {
  await db.delete(requests).where(eq(requests.id, id));
}
