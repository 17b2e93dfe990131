#!/usr/bin/env python3
"""Writes decrypted backups of Android: python3 make.py android/export; python3 make.py android-2020/export old. All people are invented."""
import base64
import json
import os
import shutil
import sqlite3
import struct
import sys
import zlib

out = sys.argv[1]
old = len(sys.argv) > 2
shutil.rmtree(out, ignore_errors=True)
os.makedirs(out)
db = sqlite3.connect(out + '/database.sqlite')
c = db.cursor()
def png(w,h):
    def chunk(t,d): return struct.pack('>I',len(d))+t+d+struct.pack('>I',zlib.crc32(t+d))
    return b'\x89PNG\r\n\x1a\n'+chunk(b'IHDR',struct.pack('>IIBBBBB',w,h,8,2,0,0,0))+chunk(b'IDAT',zlib.compress(b''.join(b'\0'+b'\x30\x80\xc0'*w for _ in range(h))))+chunk(b'IEND',b'')
def vi(n):
    b=b''
    while True:
        if n<128: return b+bytes([n])
        b+=bytes([n&127|128]); n>>=7
def f(n,v): return vi(n<<3)+vi(v) if isinstance(v,int) else vi(n<<3|2)+vi(len(v))+v
U1=bytes(range(1,17)); U2=bytes(range(17,33)); U3=bytes(range(33,49))
def uid(b):
    h=b.hex(); return '-'.join([h[:8],h[8:12],h[12:16],h[16:20],h[20:]])
T=1770000000000
if not old:
    c.executescript('''
CREATE TABLE message (_id INTEGER PRIMARY KEY AUTOINCREMENT, date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL, date_server INTEGER DEFAULT -1, thread_id INTEGER NOT NULL, from_recipient_id INTEGER NOT NULL, from_device_id INTEGER, to_recipient_id INTEGER NOT NULL, type INTEGER NOT NULL, body TEXT, read INTEGER DEFAULT 0, has_delivery_receipt INTEGER DEFAULT 0, has_read_receipt INTEGER DEFAULT 0, viewed INTEGER DEFAULT 0, expires_in INTEGER DEFAULT 0, expire_started INTEGER DEFAULT 0, quote_id INTEGER DEFAULT 0, quote_author INTEGER DEFAULT 0, quote_body TEXT DEFAULT NULL, quote_missing INTEGER DEFAULT 0, quote_mentions BLOB DEFAULT NULL, quote_type INTEGER DEFAULT 0, shared_contacts TEXT DEFAULT NULL, link_previews TEXT DEFAULT NULL, view_once INTEGER DEFAULT 0, deleted_by INTEGER DEFAULT 0, message_ranges BLOB DEFAULT NULL, story_type INTEGER DEFAULT 0, parent_story_id INTEGER DEFAULT 0, scheduled_date INTEGER DEFAULT -1, latest_revision_id INTEGER DEFAULT NULL, original_message_id INTEGER DEFAULT NULL, revision_number INTEGER DEFAULT 0, message_extras BLOB DEFAULT NULL, pinned_until INTEGER DEFAULT 0);
CREATE TABLE thread (_id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, recipient_id INTEGER NOT NULL UNIQUE, snippet TEXT, archived INTEGER DEFAULT 0);
CREATE TABLE recipient (_id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER DEFAULT 0, e164 TEXT UNIQUE DEFAULT NULL, aci TEXT UNIQUE DEFAULT NULL, pni TEXT UNIQUE DEFAULT NULL, username TEXT UNIQUE DEFAULT NULL, group_id TEXT UNIQUE DEFAULT NULL, profile_given_name TEXT DEFAULT NULL, profile_family_name TEXT DEFAULT NULL, profile_joined_name TEXT DEFAULT NULL, system_joined_name TEXT DEFAULT NULL, nickname_joined_name TEXT DEFAULT NULL);
CREATE TABLE groups (_id INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE, recipient_id INTEGER NOT NULL UNIQUE, title TEXT DEFAULT NULL, master_key BLOB DEFAULT NULL);
CREATE TABLE attachment (_id INTEGER PRIMARY KEY AUTOINCREMENT, message_id INTEGER, content_type TEXT, transfer_state INTEGER, data_file TEXT, data_size INTEGER, file_name TEXT, voice_note INTEGER DEFAULT 0, borderless INTEGER DEFAULT 0, video_gif INTEGER DEFAULT 0, quote INTEGER DEFAULT 0, width INTEGER DEFAULT 0, height INTEGER DEFAULT 0, caption TEXT DEFAULT NULL, sticker_pack_id TEXT DEFAULT NULL, sticker_id INTEGER DEFAULT -1, sticker_emoji STRING DEFAULT NULL, display_order INTEGER DEFAULT 0);
CREATE TABLE reaction (_id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, author_id INTEGER NOT NULL, emoji TEXT NOT NULL, date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL);
CREATE TABLE mention (_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, message_id INTEGER, recipient_id INTEGER, range_start INTEGER, range_length INTEGER);
CREATE TABLE poll (_id INTEGER PRIMARY KEY AUTOINCREMENT, author_id INTEGER NOT NULL, message_id INTEGER NOT NULL, question TEXT, allow_multiple_votes INTEGER DEFAULT 0, end_message_id INTEGER DEFAULT 0);
CREATE TABLE poll_option (_id INTEGER PRIMARY KEY AUTOINCREMENT, poll_id INTEGER NOT NULL, option_text TEXT, option_order INTEGER);
CREATE TABLE poll_vote (_id INTEGER PRIMARY KEY AUTOINCREMENT, poll_id INTEGER NOT NULL, poll_option_id INTEGER DEFAULT NULL, voter_id INTEGER NOT NULL, vote_count INTEGER, date_received INTEGER DEFAULT 0, vote_state INTEGER DEFAULT 0);
''')
    c.execute('CREATE TABLE sticker (_id INTEGER PRIMARY KEY AUTOINCREMENT, pack_id TEXT NOT NULL, sticker_id INTEGER, cover INTEGER, emoji TEXT, UNIQUE(pack_id, sticker_id, cover) ON CONFLICT IGNORE)')
    c.execute("INSERT INTO sticker VALUES(4,'aa',0,1,'🛶'),(5,'aa',2,0,'🛶'),(6,'bb',2,0,'🌊')")
    R=lambda i,e=None,a=None,g=None,p=None,s=None,n=None: c.execute('INSERT INTO recipient(_id,e164,aci,group_id,profile_joined_name,system_joined_name,nickname_joined_name) VALUES(?,?,?,?,?,?,?)',(i,e,a,g,p,s,n))
    R(1,'+351900000001',uid(U1),p='Mira Sand'); R(2,'+351900000002',uid(U2),p='otto',s='Otto Reis'); R(3,None,uid(U3),p='Eva'); R(4,g='__signal_group__v2__!00aa')
    c.execute('INSERT INTO groups VALUES(1,?,4,?,?)',('__signal_group__v2__!00aa','Rowers',b'a secret of thirty-two bytes, yes'))
    c.execute('INSERT INTO thread(_id,recipient_id) VALUES(1,2),(2,4)')
    IN,OUT=10485780,10485783
    def M(i,th,fr,to,ty,body=None,dt=0,**k):
        k.update(_id=i,date_sent=T+dt,date_received=T+dt+5,thread_id=th,from_recipient_id=fr,to_recipient_id=to,type=ty,body=body)
        c.execute('INSERT INTO message(%s) VALUES(%s)'%(','.join(k),','.join('?'*len(k))),list(k.values()))
    M(1,1,2,1,IN,'bold and \ufffc',0,message_ranges=f(1,f(2,4)+f(4,0)))
    c.execute('INSERT INTO mention VALUES(1,1,1,1,9,1)')
    M(2,1,1,2,OUT,'yes',1000,quote_id=T,quote_author=2,quote_body='bold and @Mira',has_read_receipt=1,has_delivery_receipt=1)
    M(3,1,2,1,IN,None,2000)
    c.execute("INSERT INTO attachment(_id,message_id,content_type,transfer_state,data_size,file_name,width,height,caption) VALUES(7,3,'image/png',0,?,'boat.png',40,30,NULL)",(len(png(40,30)),))
    M(4,1,2,1,IN,'first txt',3000,latest_revision_id=6,revision_number=0)
    M(5,1,2,1,IN,'frist text',3500,latest_revision_id=6,original_message_id=4,revision_number=1)
    M(6,1,2,1,IN,'first text',4000,original_message_id=4,revision_number=2)
    M(7,1,1,2,OUT,'about the edit',5000,quote_id=T+4000,quote_author=2,quote_body='first text',has_delivery_receipt=1)
    M(8,1,2,1,IN,None,6000,deleted_by=2)
    M(9,1,2,1,3,None,7000)
    M(10,1,1,2,11,None,8000)
    M(11,1,2,1,IN,None,9000,shared_contacts=json.dumps([{"name":{"displayName":"Ana Lima"},"phoneNumbers":[{"number":"+351911","type":"MOBILE"}],"emails":[{"email":"a@example.org","type":"HOME"}]}]))
    M(12,1,2,1,IN,'see https://example.org/x',10000,link_previews=json.dumps([{"url":"https://example.org/x","title":"A title","description":"Some words","attachmentId":{"rowId":8,"uniqueId":-1,"valid":True}}]))
    c.execute("INSERT INTO attachment(_id,message_id,content_type,transfer_state,data_size,width,height) VALUES(8,12,'image/png',0,?,20,20)",(len(png(20,20)),))
    M(13,1,2,1,IN,None,11000)
    c.execute("INSERT INTO attachment(_id,message_id,content_type,transfer_state,sticker_pack_id,sticker_id,sticker_emoji) VALUES(9,13,'image/webp',0,'aa',2,'🛶')")
    M(14,1,2,1,IN,None,12000)
    c.execute("INSERT INTO attachment(_id,message_id,content_type,transfer_state,voice_note) VALUES(10,14,'audio/aac',0,1)")
    M(15,1,2,1,IN,'x'*50,13000)
    c.execute("INSERT INTO attachment(_id,message_id,content_type,transfer_state) VALUES(11,15,'text/x-signal-plain',0)")
    M(16,1,2,1,IN,None,14000,view_once=1)
    M(17,1,1,2,OUT|0x40000,None,15000,expires_in=604800000)
    M(18,1,1,2,10485784,'not sent',16000)
    M(19,2,1,4,OUT|0x90000|0,base64.b64encode(f(2,f(1,U1))).decode(),20000)
    M(20,2,1,4,OUT|0x90000,None,21000,message_extras=f(1,f(1,f(2,f(1,U1)+f(2,1)+f(3,f(1,U2))+f(3,f(1,U3))))))
    M(21,2,3,4,IN|0x90000,None,22000,message_extras=f(1,f(1,f(2,f(1,U3)+f(2,2)+f(10,f(1,b'Rowers'))))))
    M(22,2,3,4,IN,'Poll?',23000)
    c.execute("INSERT INTO poll VALUES(1,3,22,'When?',0,0)")
    c.execute("INSERT INTO poll_option VALUES(1,1,'early',0),(2,1,'late',1)")
    c.execute("INSERT INTO poll_vote VALUES(1,1,2,1,1,0,4),(2,1,1,2,1,0,3)")
    M(23,2,2,4,IN,'in a group',24000,expires_in=3600000)
    c.execute("INSERT INTO reaction VALUES(1,23,1,'👍',0,0),(2,23,3,'👍',0,0),(3,23,2,'🛶',0,0)")
    M(24,2,2,4,IN|0x300000000,None,25000)
    M(25,2,2,4,IN,'a story',26000,story_type=1)
    M(26,2,2,4,5,None,27000)
else:
    c.executescript('''
CREATE TABLE sms (_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, address INTEGER, date INTEGER, date_sent INTEGER, type INTEGER, body TEXT, read_receipt_count INTEGER DEFAULT 0, delivery_receipt_count INTEGER DEFAULT 0, expires_in INTEGER DEFAULT 0, reactions BLOB DEFAULT NULL, remote_deleted INTEGER DEFAULT 0);
CREATE TABLE mms (_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, date_received INTEGER, msg_box INTEGER, body TEXT, address INTEGER, quote_id INTEGER DEFAULT 0, quote_author TEXT, quote_body TEXT, read_receipt_count INTEGER DEFAULT 0, delivery_receipt_count INTEGER DEFAULT 0, expires_in INTEGER DEFAULT 0, shared_contacts TEXT, previews TEXT, reveal_duration INTEGER DEFAULT 0, reactions BLOB DEFAULT NULL, remote_deleted INTEGER DEFAULT 0);
CREATE TABLE part (_id INTEGER PRIMARY KEY, mid INTEGER, ct TEXT, name TEXT, pending_push INTEGER, _data TEXT, data_size INTEGER, file_name TEXT, unique_id INTEGER NOT NULL, quote INTEGER DEFAULT 0, width INTEGER DEFAULT 0, height INTEGER DEFAULT 0, voice_note INTEGER DEFAULT 0);
CREATE TABLE thread (_id INTEGER PRIMARY KEY, recipient_ids INTEGER);
CREATE TABLE recipient (_id INTEGER PRIMARY KEY, uuid TEXT, phone TEXT, group_id TEXT, system_display_name TEXT, signal_profile_name TEXT, profile_joined_name TEXT);
CREATE TABLE groups (_id INTEGER PRIMARY KEY, group_id TEXT, title TEXT, members TEXT);
''')
    c.execute("INSERT INTO recipient VALUES(1,NULL,'+351900000001',NULL,NULL,NULL,'Mira Sand'),(2,NULL,'+351900000002',NULL,'Otto Reis',NULL,NULL)")
    c.execute("INSERT INTO thread VALUES(1,2)")
    c.execute("INSERT INTO sms(_id,thread_id,address,date,date_sent,type,body,reactions) VALUES(1,1,2,?,?,?,'hello',?)",(T+5,T,10485780,f(1,f(1,'🛶'.encode())+f(2,1))))
    c.execute("INSERT INTO sms(_id,thread_id,address,date,date_sent,type,body,read_receipt_count) VALUES(2,1,2,?,?,?,'hi there',1)",(T+1000,T+1000,10485783))
    c.execute("INSERT INTO mms(_id,thread_id,address,date,date_received,msg_box,body,quote_id,quote_author,quote_body) VALUES(1,1,2,?,?,?,'look',?,'1','hi there')",(T+2000,T+2005,10485780,T+1000))
    c.execute("INSERT INTO part VALUES(3,1,'image/png',NULL,0,NULL,10,NULL,1577000000000,0,40,30,0)")
db.commit(); db.execute('VACUUM'); db.close()
if old:
    open(out+'/Attachment_3_1577000000000.bin','wb').write(png(40,30))
else:
    open(out+'/Attachment_7_-1.bin','wb').write(png(40,30)); open(out+'/Attachment_8_-1.bin','wb').write(png(20,20))
    open(out+'/Attachment_11_-1.bin','wb').write(('long text, '*20).encode())
    open(out+'/Sticker_31_5.bin','wb').write(png(24,24)); open(out+'/Sticker_32_6.bin','wb').write(png(12,12))
    open(out+'/Avatar_1_2.bin','wb').write(png(16,16)); open(out+'/Avatar_1_2.sbf','w').write('x')
open(out+'/Header.sbf','w').write('HEADER')
