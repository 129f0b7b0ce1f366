<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Tenure</source>
        <translation>关于 Tenure</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>Knowledge that changes: what is true, what was, and since when we know.</source>
        <translation>会变化的知识：什么成立，什么曾经成立，以及从何时起我们知道。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Licensed under the Apache License 2.0.</source>
        <translation>以 Apache License 2.0 许可发布。</translation>
    </message>
    <message>
        <source>PARTS</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>未安装</translation>
    </message>
    <message>
        <source>SCHEMA OF THE OPEN PROJECT</source>
        <translation>打开的项目的结构</translation>
    </message>
    <message>
        <source>BUILT-IN MODELS</source>
        <translation>内置模型</translation>
    </message>
</context>
<context>
    <name>AcceptEdited</name>
    <message>
        <source>Edit before accepting</source>
        <translation>编辑后接受</translation>
    </message>
    <message>
        <source>It is written as it stands here, with the sentence it was read from as its evidence.</source>
        <translation>按此处的内容写入，以读出它的句子为证据。</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
</context>
<context>
    <name>AcceptEnd</name>
    <message>
        <source>End a fact</source>
        <translation>结束一个事实</translation>
    </message>
    <message>
        <source>It was so and stopped being so. From that date on nothing holds until something newer is stated.</source>
        <translation>它曾经成立，后来不再成立。从该日期起，在有更新的陈述之前什么都不成立。</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>whatever held</source>
        <translation>当时成立的任何值</translation>
    </message>
    <message>
        <source>Ended on</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>2025-03-14</source>
        <translation>2025-03-14</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show its key in the inspector</source>
        <translation>在检查器中显示它的键</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Write it, with its sentence as evidence</source>
        <translation>写入，以其句子为证据</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Leave it unwritten and do not ask again</source>
        <translation>不写入，也不再询问</translation>
    </message>
    <message>
        <source>Change subject, relation, value or dates before it is written</source>
        <translation>写入前修改主体、关系、值或日期</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Keep {0}</source>
        <translation>保留 {0}</translation>
    </message>
    <message>
        <source>The other one was never so: it is withdrawn</source>
        <translation>另一个从未成立：将其撤回</translation>
    </message>
    <message>
        <source>Both statements stay; the one stated last goes on ruling</source>
        <translation>两条陈述都保留；最后陈述的继续有效</translation>
    </message>
    <message>
        <source>Leave both</source>
        <translation>两者都留下</translation>
    </message>
    <message>
        <source>Correct the value or the dates of the statement that rules</source>
        <translation>更正当前有效陈述的值或日期</translation>
    </message>
    <message>
        <source>Correct…</source>
        <translation>更正…</translation>
    </message>
    <message>
        <source>Keep the name</source>
        <translation>保留名称</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>It may mean each of them; questions offer all</source>
        <translation>它可以指其中每一个；提问时会全部列出</translation>
    </message>
    <message>
        <source>What was learned is forgotten; the others keep the name</source>
        <translation>已学到的会被忘记；其他主体保留该名称</translation>
    </message>
    <message>
        <source>One value</source>
        <translation>单值</translation>
    </message>
    <message>
        <source>One value at a time: a newer one takes over</source>
        <translation>同一时间一个值：新值取代旧值</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>Several values at a time: a newer one joins the others</source>
        <translation>同一时间多个值：新值加入其他值</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>It happened at an instant and holds no span</source>
        <translation>发生于一个时刻，不占时间段</translation>
    </message>
    <message>
        <source>Map…</source>
        <translation>映射…</translation>
    </message>
    <message>
        <source>It is another name of a relation already known</source>
        <translation>它是某个已知关系的另一个名称</translation>
    </message>
    <message>
        <source>Leave unlisted</source>
        <translation>不登记</translation>
    </message>
    <message>
        <source>Do not ask again; it stays one value at a time</source>
        <translation>不再询问；仍按同一时间一个值处理</translation>
    </message>
    <message>
        <source>It ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>It was so until the new version was read</source>
        <translation>在读到新版本之前它成立</translation>
    </message>
    <message>
        <source>Still so</source>
        <translation>仍然成立</translation>
    </message>
    <message>
        <source>It holds though its source no longer says so</source>
        <translation>它成立，尽管其来源不再提到</translation>
    </message>
    <message>
        <source>Never so</source>
        <translation>从未成立</translation>
    </message>
    <message>
        <source>The statement is withdrawn</source>
        <translation>撤回该陈述</translation>
    </message>
    <message>
        <source>End on…</source>
        <translation>结束于…</translation>
    </message>
    <message>
        <source>Set the day it ended</source>
        <translation>设定它结束的日期</translation>
    </message>
    <message>
        <source>Shows the whole list first</source>
        <translation>先显示完整列表</translation>
    </message>
    <message>
        <source>Activate…</source>
        <translation>启用…</translation>
    </message>
    <message>
        <source>Retire…</source>
        <translation>停用…</translation>
    </message>
    <message>
        <source>The rule acts no more</source>
        <translation>规则不再起作用</translation>
    </message>
    <message>
        <source>All rules…</source>
        <translation>全部规则…</translation>
    </message>
    <message>
        <source>Open the list of rules</source>
        <translation>打开规则列表</translation>
    </message>
</context>
<context>
    <name>AddFact</name>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Valid from</source>
        <translation>有效起始</translation>
    </message>
    <message>
        <source>2025-03-14</source>
        <translation>2025-03-14</translation>
    </message>
    <message>
        <source>Valid to</source>
        <translation>有效截止</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>everywhere, or env=prod, region=eu</source>
        <translation>所有范围，或 env=prod, region=eu</translation>
    </message>
    <message>
        <source>Temporary: afterwards what held before comes back</source>
        <translation>临时：之后恢复先前成立的值</translation>
    </message>
    <message>
        <source>From, to</source>
        <translation>起、止</translation>
    </message>
    <message>
        <source>Add a fact</source>
        <translation>添加事实</translation>
    </message>
    <message>
        <source>It holds from the first date on. A newer value of the same key takes over; nothing is deleted.</source>
        <translation>从第一个日期起成立。同一键的新值会取代它；什么都不会删除。</translation>
    </message>
    <message>
        <source>Add the fact</source>
        <translation>添加该事实</translation>
    </message>
</context>
<context>
    <name>AliasDialog</name>
    <message>
        <source>Add an alias</source>
        <translation>添加别名</translation>
    </message>
    <message>
        <source>Questions and texts that use the other name will mean this subject too. Facts are never merged.</source>
        <translation>使用另一个名称的问题和文本也会指向这个主体。事实绝不合并。</translation>
    </message>
    <message>
        <source>Add the alias</source>
        <translation>添加该别名</translation>
    </message>
    <message>
        <source>Also called</source>
        <translation>也称为</translation>
    </message>
    <message>
        <source>This is its name already.</source>
        <translation>这已经是它的名称。</translation>
    </message>
    <message>
        <source>Known as: {0}</source>
        <translation>已知名称：{0}</translation>
    </message>
    <message>
        <source>“{0}” will be read as {1} too. No interval changes.</source>
        <translation>“{0}”也会被读作 {1}。没有区间改变。</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Stale answer</source>
        <translation>过时答案</translation>
    </message>
    <message>
        <source>Abstained</source>
        <translation>弃答</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Ungrounded</source>
        <translation>无依据</translation>
    </message>
    <message>
        <source>until {0}, then {1}</source>
        <translation>至 {0}，之后为 {1}</translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>至 {0}</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>自 {0}</translation>
    </message>
    <message>
        <source>current since {0}</source>
        <translation>自 {0} 起为当前值</translation>
    </message>
    <message>
        <source>the ledger never had this value</source>
        <translation>账本从未有过这个值</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个词元</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个词元</translation>
    </message>
    <message>
        <source>{0} model call</source>
        <translation>{0} 次模型调用</translation>
    </message>
    <message>
        <source>{0} model calls</source>
        <translation>{0} 次模型调用</translation>
    </message>
    <message>
        <source>worded by the model</source>
        <translation>由模型措辞</translation>
    </message>
    <message>
        <source>worded by the ledger</source>
        <translation>由账本措辞</translation>
    </message>
    <message>
        <source>{0} text rejected</source>
        <translation>{0} 段文本被拒</translation>
    </message>
    <message>
        <source>{0} texts rejected</source>
        <translation>{0} 段文本被拒</translation>
    </message>
    <message>
        <source>{0} pieces of evidence did not fit</source>
        <translation>{0} 条证据放不下</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
    <message>
        <source>background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>No evidence was used</source>
        <translation>没有使用证据</translation>
    </message>
    <message>
        <source>Retired evidence: {0} of {1} ({2} %)</source>
        <translation>失效证据：{1} 条中 {0} 条（{2} %）</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>ledger</source>
        <translation>账本</translation>
    </message>
</context>
<context>
    <name>AskPage</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Ask something, such as: Which port does billing listen on?</source>
        <translation>提一个问题，例如：billing 监听哪个端口？</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Add a column: one strategy more beside the others</source>
        <translation>添加一列：再多对比一种策略</translation>
    </message>
    <message>
        <source>Not asked.</source>
        <translation>尚未提问。</translation>
    </message>
    <message>
        <source>Waiting for its turn…</source>
        <translation>等待轮到…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
</context>
<context>
    <name>AskRow</name>
    <message>
        <source>Ask about this project…</source>
        <translation>就这个项目提问…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>显示或隐藏对话列表</translation>
    </message>
</context>
<context>
    <name>Asks</name>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>as of a date</source>
        <translation>截至某日</translation>
    </message>
    <message>
        <source>as known at a date</source>
        <translation>按某日已知</translation>
    </message>
    <message>
        <source>history</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>never changed</source>
        <translation>从未改变</translation>
    </message>
    <message>
        <source>nothing holds</source>
        <translation>无值成立</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>not among its evidence</source>
        <translation>不在其证据中</translation>
    </message>
</context>
<context>
    <name>BugDialog</name>
    <message>
        <source>Something went wrong in Tenure</source>
        <translation>Tenure 出了问题</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>This is a fault in Tenure, not something you did.</source>
        <translation>这是 Tenure 的缺陷，不是您的操作造成的。</translation>
    </message>
    <message>
        <source>Your project is safe: what was not finished was not written.</source>
        <translation>您的项目是安全的：未完成的内容没有写入。</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
    <message>
        <source>{0} was corrected or withdrawn</source>
        <translation>{0} 已被更正或撤回</translation>
    </message>
    <message>
        <source>{0} holds no more: until {1}, then {2}</source>
        <translation>{0} 不再成立：至 {1}，之后为 {2}</translation>
    </message>
    <message>
        <source>{0} does not hold now</source>
        <translation>{0} 现在不成立</translation>
    </message>
    <message>
        <source>{0} holds no more: ended on {1}</source>
        <translation>{0} 不再成立：于 {1} 结束</translation>
    </message>
    <message>
        <source>Nothing of this name is known to the project.</source>
        <translation>项目中没有这个名称的任何内容。</translation>
    </message>
    <message>
        <source>Nothing was ever stated about it.</source>
        <translation>从未有过关于它的陈述。</translation>
    </message>
    <message>
        <source>At the time asked about it did not hold yet.</source>
        <translation>在所问的时间它尚未成立。</translation>
    </message>
    <message>
        <source>It held once and was ended; nothing took its place.</source>
        <translation>它曾经成立，已被结束；没有别的取代它。</translation>
    </message>
    <message>
        <source>What held at that time was erased.</source>
        <translation>当时成立的内容已被抹除。</translation>
    </message>
    <message>
        <source>It is known for narrower scopes only. Name one beside the question.</source>
        <translation>仅在更窄的范围内已知。请在问题旁指定一个范围。</translation>
    </message>
    <message>
        <source>The time the question names could not be placed. Write a date, or set Valid at.</source>
        <translation>无法确定问题中的时间。请写出日期，或设置“有效于”。</translation>
    </message>
    <message>
        <source>The question can be read in several ways that have different answers.</source>
        <translation>问题有几种读法，答案各不相同。</translation>
    </message>
    <message>
        <source>No passage that holds at the two times speaks of it.</source>
        <translation>没有在这两个时间成立的段落提到它。</translation>
    </message>
    <message>
        <source>A newer passage speaks of it, but could not be read with certainty.</source>
        <translation>有更新的段落提到它，但无法确切读出。</translation>
    </message>
    <message>
        <source>What was found does not answer it.</source>
        <translation>找到的内容不能回答它。</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个词元</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个词元</translation>
    </message>
    <message>
        <source>{0} model call</source>
        <translation>{0} 次模型调用</translation>
    </message>
    <message>
        <source>{0} model calls</source>
        <translation>{0} 次模型调用</translation>
    </message>
    <message>
        <source>worded by the model</source>
        <translation>由模型措辞</translation>
    </message>
    <message>
        <source>worded by the ledger</source>
        <translation>由账本措辞</translation>
    </message>
    <message>
        <source>{0} text rejected</source>
        <translation>{0} 段文本被拒</translation>
    </message>
    <message>
        <source>{0} texts rejected</source>
        <translation>{0} 段文本被拒</translation>
    </message>
    <message>
        <source>{0} pieces of evidence did not fit</source>
        <translation>{0} 条证据放不下</translation>
    </message>
    <message>
        <source>You: outdated</source>
        <translation>您：已过时</translation>
    </message>
    <message>
        <source>You: wrong</source>
        <translation>您：错误</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>自 {0} 起</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
</context>
<context>
    <name>ChatPane</name>
    <message>
        <source>Waiting for its turn…</source>
        <translation>等待轮到…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>It holds no more already; nothing is left to end.</source>
        <translation>它已经不再成立；没有可结束的。</translation>
    </message>
</context>
<context>
    <name>CheckText</name>
    <message>
        <source>Check a text</source>
        <translation>检查文本</translation>
    </message>
    <message>
        <source>How far the text is checked</source>
        <translation>文本的检查进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Copy corrected version</source>
        <translation>复制更正后的版本</translation>
    </message>
    <message>
        <source>The text with retired values replaced by those that hold, where that is beyond doubt</source>
        <translation>将失效值替换为现行值后的文本，仅限无疑问之处</translation>
    </message>
    <message>
        <source>Copy findings</source>
        <translation>复制检查结果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Retired values are marked as you paste; what holds now is listed below.</source>
        <translation>粘贴时即标出失效值；现行值列在下方。</translation>
    </message>
    <message>
        <source>Retired values</source>
        <translation>失效值</translation>
    </message>
    <message>
        <source>Check {0}</source>
        <translation>检查 {0}</translation>
    </message>
    <message>
        <source>Copied with {0} value replaced.</source>
        <translation>已复制，替换了 {0} 个值。</translation>
    </message>
    <message>
        <source>Copied with {0} values replaced.</source>
        <translation>已复制，替换了 {0} 个值。</translation>
    </message>
    <message>
        <source>{0} was left: more than one value, none, or a date beside it.</source>
        <translation>{0} 处未替换：有多个值、没有值，或旁边有日期。</translation>
    </message>
    <message>
        <source>{0} were left: more than one value, none, or a date beside them.</source>
        <translation>{0} 处未替换：有多个值、没有值，或旁边有日期。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The findings are copied.</source>
        <translation>检查结果已复制。</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>✕ {0} retired value</source>
        <translation>✕ {0} 个失效值</translation>
    </message>
    <message>
        <source>✕ {0} retired values</source>
        <translation>✕ {0} 个失效值</translation>
    </message>
    <message>
        <source>● No retired value found.</source>
        <translation>● 未发现失效值。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
</context>
<context>
    <name>CheckedText</name>
    <message>
        <source>Text to check</source>
        <translation>要检查的文本</translation>
    </message>
    <message>
        <source>Paste a text here, or drop a file.</source>
        <translation>在此粘贴文本，或拖入文件。</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>Name of {0}</source>
        <translation>{0} 的名称</translation>
    </message>
    <message>
        <source>Say which column is the subject.</source>
        <translation>请指明哪一列是主体。</translation>
    </message>
    <message>
        <source>A column of relations and a column of values go together, and without others of values.</source>
        <translation>关系列与值列须成对使用，且不能再有其他值列。</translation>
    </message>
    <message>
        <source>Say which column has a value: each becomes a relation of the subject.</source>
        <translation>请指明哪一列有值：每一列成为主体的一个关系。</translation>
    </message>
    <message>
        <source>subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>value, called</source>
        <translation>值，名为</translation>
    </message>
    <message>
        <source>several values, called</source>
        <translation>多个值，名为</translation>
    </message>
    <message>
        <source>valid from</source>
        <translation>有效起始</translation>
    </message>
    <message>
        <source>valid to</source>
        <translation>有效截止</translation>
    </message>
    <message>
        <source>scope, called</source>
        <translation>范围，名为</translation>
    </message>
    <message>
        <source>other name of the subject</source>
        <translation>主体的其他名称</translation>
    </message>
    <message>
        <source>relation (a value a row)</source>
        <translation>关系（每行一个值）</translation>
    </message>
    <message>
        <source>value (a value a row)</source>
        <translation>值（每行一个值）</translation>
    </message>
    <message>
        <source>leave out</source>
        <translation>不导入</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新建项目…</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>Open the sample project</source>
        <translation>打开示例项目</translation>
    </message>
    <message>
        <source>Import files or a folder…</source>
        <translation>导入文件或文件夹…</translation>
    </message>
    <message>
        <source>Import a Git repository…</source>
        <translation>导入 Git 仓库…</translation>
    </message>
    <message>
        <source>Import a table…</source>
        <translation>导入表格…</translation>
    </message>
    <message>
        <source>New project from a folder or a Git repository…</source>
        <translation>从文件夹或 Git 仓库新建项目…</translation>
    </message>
    <message>
        <source>Imports…</source>
        <translation>导入记录…</translation>
    </message>
    <message>
        <source>Close the project</source>
        <translation>关闭项目</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Add a fact…</source>
        <translation>添加事实…</translation>
    </message>
    <message>
        <source>Copy the fact with its citation</source>
        <translation>复制事实及其引文</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>规则…</translation>
    </message>
    <message>
        <source>Export the picture…</source>
        <translation>导出图片…</translation>
    </message>
    <message>
        <source>Check a text…</source>
        <translation>检查文本…</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Export the facts shown…</source>
        <translation>导出显示的事实…</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Two-time map of the key</source>
        <translation>该键的双时间图</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>What changed here?</source>
        <translation>这里有何变化？</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复核</translation>
    </message>
    <message>
        <source>Filter the subjects</source>
        <translation>筛选主体</translation>
    </message>
    <message>
        <source>All subjects</source>
        <translation>全部主体</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Find or do anything</source>
        <translation>查找或执行任何操作</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Follow the system&apos;s colours</source>
        <translation>跟随系统配色</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Jobs and messages</source>
        <translation>任务与消息</translation>
    </message>
    <message>
        <source>Stop the answer under way</source>
        <translation>停止正在生成的答案</translation>
    </message>
    <message>
        <source>Compare one strategy more</source>
        <translation>再对比一种策略</translation>
    </message>
    <message>
        <source>Question sets</source>
        <translation>问题集</translation>
    </message>
    <message>
        <source>Run or stop the question set</source>
        <translation>运行或停止问题集</translation>
    </message>
    <message>
        <source>Save this comparison as a page…</source>
        <translation>将此对比保存为网页…</translation>
    </message>
    <message>
        <source>Tenure</source>
        <translation>Tenure</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>About Tenure…</source>
        <translation>关于 Tenure…</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Set Valid at…</source>
        <translation>设置“有效于”…</translation>
    </message>
    <message>
        <source>Set Known at…</source>
        <translation>设置“已知于”…</translation>
    </message>
    <message>
        <source>Both times back to now</source>
        <translation>两个时间都回到现在</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>{0} % ({1}–{2})</source>
        <translation>{0} %（{1}–{2}）</translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message>
        <source>One question</source>
        <translation>单个问题</translation>
    </message>
    <message>
        <source>Question set</source>
        <translation>问题集</translation>
    </message>
    <message>
        <source>Save what is shown as one HTML page that needs nothing else</source>
        <translation>将显示的内容保存为一个独立的 HTML 网页</translation>
    </message>
    <message>
        <source>Save as a page…</source>
        <translation>保存为网页…</translation>
    </message>
    <message>
        <source>In the set: {0}</source>
        <translation>在问题集中：{0}</translation>
    </message>
    <message>
        <source>There is nothing to save yet: ask a question or run a question set first.</source>
        <translation>还没有可保存的内容：请先提问或运行问题集。</translation>
    </message>
    <message>
        <source>Save this comparison as a page</source>
        <translation>将此对比保存为网页</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>已保存 {0}</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>scope {0}</source>
        <translation>范围 {0}</translation>
    </message>
    <message>
        <source>text model: {0}</source>
        <translation>文本模型：{0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>saved {0}</source>
        <translation>保存于 {0}</translation>
    </message>
    <message>
        <source>{0} question</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>{0} questions</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>asked as of {0}</source>
        <translation>按 {0} 提问</translation>
    </message>
    <message>
        <source>Right, and stale-fact errors, with 95 % intervals</source>
        <translation>正确率与过时事实错误，含 95 % 区间</translation>
    </message>
    <message>
        <source>Every question</source>
        <translation>全部问题</translation>
    </message>
    <message>
        <source>not among its evidence</source>
        <translation>不在其证据中</translation>
    </message>
    <message>
        <source>nothing holds</source>
        <translation>无值成立</translation>
    </message>
    <message>
        <source>Right: {0}</source>
        <translation>正确答案：{0}</translation>
    </message>
    <message>
        <source>valid at {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>known at {0}</source>
        <translation>已知于 {0}</translation>
    </message>
    <message>
        <source>● right {0}</source>
        <translation>● 正确 {0}</translation>
    </message>
    <message>
        <source>✕ stale {0}</source>
        <translation>✕ 过时 {0}</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Green values hold at the times asked. Red ones, struck through, held once and do no more; point at one to read until when and what took over. Intervals are Wilson&apos;s, of 95 %.</source>
        <translation>绿色的值在所问时间成立。带删除线的红色值曾经成立，现已不再；将鼠标移到上面可看到截至何时以及由什么取代。区间为 95 % 的 Wilson 区间。</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}</source>
        <translation>无法写入 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Title of the conversation</source>
        <translation>对话标题</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Find a conversation</source>
        <translation>查找对话</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Begin a new conversation</source>
        <translation>开始新对话</translation>
    </message>
    <message>
        <source>Rename the conversation</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Delete the conversation</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>Delete “{0}” with all its questions and answers? This cannot be undone.</source>
        <translation>删除“{0}”及其全部问题和答案？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>Your conversations will stand here.</source>
        <translation>您的对话会出现在这里。</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>(erased)</source>
        <translation>（已抹除）</translation>
    </message>
    <message>
        <source>{0} question</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>{0} questions</source>
        <translation>{0} 个问题</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Conversations</source>
        <translation>对话列表</translation>
    </message>
</context>
<context>
    <name>CorrectFact</name>
    <message>
        <source>Correct a statement</source>
        <translation>更正一条陈述</translation>
    </message>
    <message>
        <source>What we wrote was wrong. The new statement replaces it from now on; what we believed until now stays readable.</source>
        <translation>我们写错了。从现在起由新的陈述替换；此前我们所认为的内容仍可查阅。</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>更正</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Valid from</source>
        <translation>有效起始</translation>
    </message>
    <message>
        <source>Valid to</source>
        <translation>有效截止</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>From, to</source>
        <translation>起、止</translation>
    </message>
</context>
<context>
    <name>DateField</name>
    <message>
        <source>A date as 2025-03-14, 2025-03, 2025 or 2025-03-14 09:00; empty for now.</source>
        <translation>日期，如 2025-03-14、2025-03、2025 或 2025-03-14 09:00；留空表示现在。</translation>
    </message>
    <message>
        <source>Up and down move a day.</source>
        <translation>上下键移动一天。</translation>
    </message>
</context>
<context>
    <name>Detail</name>
    <message>
        <source>What is to be decided</source>
        <translation>待决定的内容</translation>
    </message>
    <message>
        <source>WHAT “{0}” DOES</source>
        <translation>“{0}”的作用</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>查找中…</translation>
    </message>
    <message>
        <source>No interval changes.</source>
        <translation>没有区间改变。</translation>
    </message>
    <message>
        <source>{0} is also called {1}</source>
        <translation>{0} 也称为 {1}</translation>
    </message>
    <message>
        <source>{0}: no longer {1}</source>
        <translation>{0}：不再是 {1}</translation>
    </message>
    <message>
        <source>so</source>
        <translation>如此</translation>
    </message>
    <message>
        <source>The rules read this and the text model did not; so it waits for you.</source>
        <translation>规则读出了它，文本模型没有；因此等您决定。</translation>
    </message>
    <message>
        <source>The text model read this and the rules did not; so it waits for you.</source>
        <translation>文本模型读出了它，规则没有；因此等您决定。</translation>
    </message>
    <message>
        <source>WHERE IT WAS READ</source>
        <translation>读出之处</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>自 {0}</translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>至 {0}</translation>
    </message>
    <message>
        <source>ALL OF THIS SOURCE</source>
        <translation>此来源的全部内容</translation>
    </message>
    <message>
        <source>{0} statement of it waits.</source>
        <translation>其中 {0} 条陈述待决定。</translation>
    </message>
    <message>
        <source>{0} statements of it wait.</source>
        <translation>其中 {0} 条陈述待决定。</translation>
    </message>
    <message>
        <source>Shows the totals first</source>
        <translation>先显示总数</translation>
    </message>
    <message>
        <source>Accept all…</source>
        <translation>全部接受…</translation>
    </message>
    <message>
        <source>Reject all…</source>
        <translation>全部拒绝…</translation>
    </message>
    <message>
        <source>Two statements give different values for the same time. Which one is right?</source>
        <translation>两条陈述对同一时间给出不同的值。哪一条正确？</translation>
    </message>
    <message>
        <source>(erased)</source>
        <translation>（已抹除）</translation>
    </message>
    <message>
        <source>rules now</source>
        <translation>当前有效</translation>
    </message>
    <message>
        <source>recorded {0}</source>
        <translation>记录于 {0}</translation>
    </message>
    <message>
        <source>The new version of its source no longer says so. Did it end?</source>
        <translation>其来源的新版本不再提到它。它结束了吗？</translation>
    </message>
    <message>
        <source>WHAT IT SAID</source>
        <translation>原先的说法</translation>
    </message>
    <message>
        <source>A name learned from prose that more than one subject has. May it mean each of them?</source>
        <translation>从文字中学到的名称，有多个主体使用。它可以指其中每一个吗？</translation>
    </message>
    <message>
        <source>{0} current fact</source>
        <translation>{0} 个当前事实</translation>
    </message>
    <message>
        <source>{0} current facts</source>
        <translation>{0} 个当前事实</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>学到的</translation>
    </message>
    <message>
        <source>Used by {0} key.</source>
        <translation>{0} 个键使用。</translation>
    </message>
    <message>
        <source>Used by {0} keys.</source>
        <translation>{0} 个键使用。</translation>
    </message>
    <message>
        <source>The registry does not list it, so it holds one value at a time. How many can hold together?</source>
        <translation>登记表中没有它，因此同一时间只有一个值。可以同时有几个值？</translation>
    </message>
    <message>
        <source>FOR EXAMPLE</source>
        <translation>例如</translation>
    </message>
    <message>
        <source>{0} value</source>
        <translation>{0} 个值</translation>
    </message>
    <message>
        <source>{0} values</source>
        <translation>{0} 个值</translation>
    </message>
    <message>
        <source>In shadow it changes nothing and keeps a list. Active, it would have retired {0}.</source>
        <translation>在影子模式下它不改变任何内容，只记录列表。若启用，它本会使 {0} 失效。</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>Evidence in its source</source>
        <translation>其来源中的证据</translation>
    </message>
    <message>
        <source>Stated by hand, without a text.</source>
        <translation>手动陈述，没有文本。</translation>
    </message>
</context>
<context>
    <name>Difference</name>
    <message>
        <source>opened</source>
        <translation>新成立</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>不再成立</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>learned later</source>
        <translation>后来得知</translation>
    </message>
    <message>
        <source>Nothing held at the first date; something does at the second.</source>
        <translation>在第一个日期无值成立；在第二个日期有值成立。</translation>
    </message>
    <message>
        <source>It held at the first date; at the second it does not, and nothing took over.</source>
        <translation>在第一个日期成立；在第二个日期不成立，也没有取代者。</translation>
    </message>
    <message>
        <source>Another value took over between the two dates.</source>
        <translation>两个日期之间由另一个值取代。</translation>
    </message>
    <message>
        <source>What was believed of the first date was corrected or withdrawn.</source>
        <translation>对第一个日期的看法已被更正或撤回。</translation>
    </message>
    <message>
        <source>It held at the first date already; we learned of it only later.</source>
        <translation>在第一个日期已经成立；我们后来才得知。</translation>
    </message>
</context>
<context>
    <name>DifferenceModel</name>
    <message>
        <source>What</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Known since</source>
        <translation>得知于</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>{0} difference</source>
        <translation>{0} 处差异</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 处差异</translation>
    </message>
</context>
<context>
    <name>DifferencePane</name>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy what is shown</source>
        <translation>复制显示的内容</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write what is shown as CSV or JSON Lines</source>
        <translation>将显示的内容写为 CSV 或 JSON Lines</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>过去一年</translation>
    </message>
    <message>
        <source>From the beginning</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异列表</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>对比中…</translation>
    </message>
    <message>
        <source>{0} difference</source>
        <translation>{0} 处差异</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 处差异</translation>
    </message>
    <message>
        <source>Nothing differs between these two points.</source>
        <translation>这两个时点之间没有差异。</translation>
    </message>
    <message>
        <source>Of the kinds chosen above. Choose others, or a longer span.</source>
        <translation>属于上面所选类型的没有。请选择其他类型或更长的时间段。</translation>
    </message>
    <message>
        <source>Choose a longer span, or all subjects.</source>
        <translation>请选择更长的时间段，或全部主体。</translation>
    </message>
    <message>
        <source>Choose a longer span.</source>
        <translation>请选择更长的时间段。</translation>
    </message>
    <message>
        <source>These two points are the wrong way round.</source>
        <translation>这两个时点的先后颠倒了。</translation>
    </message>
    <message>
        <source>The second date must not lie before the first, in either time.</source>
        <translation>无论哪种时间，第二个日期都不得早于第一个。</translation>
    </message>
    <message>
        <source>Export differences</source>
        <translation>导出差异</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON Lines (*.jsonl)</source>
        <translation>CSV (*.csv);;JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>Exporting {0}</source>
        <translation>正在导出 {0}</translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <source>Drop to import</source>
        <translation>拖放以导入</translation>
    </message>
</context>
<context>
    <name>EffectsModel</name>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>What</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Because of</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>(erased)</source>
        <translation>（已抹除）</translation>
    </message>
    <message>
        <source>− ends</source>
        <translation>− 结束</translation>
    </message>
    <message>
        <source>+ states</source>
        <translation>+ 陈述</translation>
    </message>
</context>
<context>
    <name>EffectsTable</name>
    <message>
        <source>What the rule does</source>
        <translation>规则的作用</translation>
    </message>
</context>
<context>
    <name>EndFact</name>
    <message>
        <source>End a fact</source>
        <translation>结束一个事实</translation>
    </message>
    <message>
        <source>It was so and stopped being so. From that date on nothing holds until something newer is stated.</source>
        <translation>它曾经成立，后来不再成立。从该日期起，在有更新的陈述之前什么都不成立。</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Ended on</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>2025-03-14</source>
        <translation>2025-03-14</translation>
    </message>
</context>
<context>
    <name>EndedJobs</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>任务的结果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>EndsBar</name>
    <message>
        <source>Which span</source>
        <translation>哪段时间</translation>
    </message>
    <message>
        <source>beginning</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Valid from: date</source>
        <translation>有效起始：日期</translation>
    </message>
    <message>
        <source>Valid to: date</source>
        <translation>有效截止：日期</translation>
    </message>
    <message>
        <source>Known from: date</source>
        <translation>已知起始：日期</translation>
    </message>
    <message>
        <source>Known to: date</source>
        <translation>已知截止：日期</translation>
    </message>
    <message>
        <source>Before which import</source>
        <translation>在哪次导入之前</translation>
    </message>
    <message>
        <source>After which import</source>
        <translation>在哪次导入之后</translation>
    </message>
    <message>
        <source>In the world</source>
        <translation>在现实中</translation>
    </message>
    <message>
        <source>Valid time: what held at each date</source>
        <translation>有效时间：各日期成立的内容</translation>
    </message>
    <message>
        <source>Known time: what the ledger knew at each date</source>
        <translation>已知时间：各日期账本所知的内容</translation>
    </message>
    <message>
        <source>As we knew it</source>
        <translation>据我们所知</translation>
    </message>
    <message>
        <source>Since yesterday</source>
        <translation>自昨天</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>上周</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>上个月</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>过去一年</translation>
    </message>
    <message>
        <source>From the beginning</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>Since the last import</source>
        <translation>自上次导入</translation>
    </message>
    <message>
        <source>Between two imports</source>
        <translation>两次导入之间</translation>
    </message>
    <message>
        <source>Own dates</source>
        <translation>自定日期</translation>
    </message>
    <message>
        <source>before {0}</source>
        <translation>{0} 之前</translation>
    </message>
    <message>
        <source>after {0}</source>
        <translation>{0} 之后</translation>
    </message>
</context>
<context>
    <name>EraseDialog</name>
    <message>
        <source>Erase</source>
        <translation>抹除</translation>
    </message>
    <message>
        <source>What is erased</source>
        <translation>抹除的内容</translation>
    </message>
    <message>
        <source>Name of the subject, to confirm</source>
        <translation>主体名称，用于确认</translation>
    </message>
    <message>
        <source>Erase for good</source>
        <translation>永久抹除</translation>
    </message>
    <message>
        <source>The text goes from every place it is kept: statements, passages, the index, conversations. That something was erased stays visible. This cannot be undone.</source>
        <translation>文本将从所有保存之处移除：陈述、段落、索引、对话。曾经抹除过这一点仍可看到。此操作无法撤销。</translation>
    </message>
    <message>
        <source>WHAT IS ERASED</source>
        <translation>将抹除的内容</translation>
    </message>
    <message>
        <source>Type the name of the subject to confirm:</source>
        <translation>输入主体名称以确认：</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This statement, with its corrections</source>
        <translation>此陈述及其更正</translation>
    </message>
    <message>
        <source>Everything about {0}</source>
        <translation>关于 {0} 的一切</translation>
    </message>
    <message>
        <source>Everything from {0}</source>
        <translation>来自 {0} 的一切</translation>
    </message>
    <message>
        <source>Looking what it touches…</source>
        <translation>正在查看影响范围…</translation>
    </message>
    <message>
        <source>and {0} more statements</source>
        <translation>以及另外 {0} 条陈述</translation>
    </message>
    <message>
        <source>opens</source>
        <translation>新成立</translation>
    </message>
    <message>
        <source>closes</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>reopens</source>
        <translation>重新成立</translation>
    </message>
    <message>
        <source>Of what holds or held, it:</source>
        <translation>对现在或曾经成立的内容，它会使：</translation>
    </message>
    <message>
        <source>{0} statement</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} passage</source>
        <translation>{0} 个段落</translation>
    </message>
    <message>
        <source>{0} passages</source>
        <translation>{0} 个段落</translation>
    </message>
    <message>
        <source>{0} question of a conversation</source>
        <translation>对话中的 {0} 个问题</translation>
    </message>
    <message>
        <source>{0} questions of conversations</source>
        <translation>对话中的 {0} 个问题</translation>
    </message>
</context>
<context>
    <name>FactDialog</name>
    <message>
        <source>WHAT THIS DOES</source>
        <translation>执行后的变化</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Fill in the fields to see what it opens and closes.</source>
        <translation>填写各项，查看它使什么成立、使什么结束。</translation>
    </message>
</context>
<context>
    <name>FactsModel</name>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起</translation>
    </message>
    <message>
        <source>To</source>
        <translation>止</translation>
    </message>
    <message>
        <source>Known since</source>
        <translation>得知于</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>FactsPane</name>
    <message>
        <source>Looking through the facts…</source>
        <translation>正在查找事实…</translation>
    </message>
    <message>
        <source>Search values, subjects, relations…</source>
        <translation>搜索值、主体、关系…</translation>
    </message>
    <message>
        <source>Search the facts</source>
        <translation>搜索事实</translation>
    </message>
    <message>
        <source>States shown</source>
        <translation>显示的状态</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Retired</source>
        <translation>已失效</translation>
    </message>
    <message>
        <source>Future</source>
        <translation>未来</translation>
    </message>
    <message>
        <source>Also what is no longer believed</source>
        <translation>也显示不再认为成立的</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose the columns shown</source>
        <translation>选择显示的列</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write the table as CSV or JSON Lines</source>
        <translation>将表格写为 CSV 或 JSON Lines</translation>
    </message>
    <message>
        <source>No facts match.</source>
        <translation>没有匹配的事实。</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Copying {0} row</source>
        <translation>正在复制 {0} 行</translation>
    </message>
    <message>
        <source>Copying {0} rows</source>
        <translation>正在复制 {0} 行</translation>
    </message>
    <message>
        <source>Export facts</source>
        <translation>导出事实</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON Lines (*.jsonl)</source>
        <translation>CSV (*.csv);;JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>Exporting {0}</source>
        <translation>正在导出 {0}</translation>
    </message>
    <message>
        <source>{0} fact</source>
        <translation>{0} 个事实</translation>
    </message>
    <message>
        <source>{0} facts</source>
        <translation>{0} 个事实</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Open project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Tenure projects (*.tenure);;All files (*)</source>
        <translation>Tenure 项目 (*.tenure);;所有文件 (*)</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>Making {0}</source>
        <translation>正在创建 {0}</translation>
    </message>
    <message>
        <source>Reading the sample project</source>
        <translation>正在读取示例项目</translation>
    </message>
    <message>
        <source>Where to keep the new project</source>
        <translation>新项目保存在哪里</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>正在建立索引</translation>
    </message>
    <message>
        <source>Tenure projects (*.tenure)</source>
        <translation>Tenure 项目 (*.tenure)</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Path of a file or folder</source>
        <translation>文件或文件夹的路径</translation>
    </message>
    <message>
        <source>Type a path and press Enter</source>
        <translation>输入路径并按回车</translation>
    </message>
    <message>
        <source>Files and folders to import</source>
        <translation>要导入的文件和文件夹</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>HOW IT COUNTS</source>
        <translation>计入方式</translation>
    </message>
    <message>
        <source>Drop files and folders here</source>
        <translation>将文件和文件夹拖到此处</translation>
    </message>
    <message>
        <source>Notes, decisions, chats, mail, tables, configuration: what can&apos;t be read is told.</source>
        <translation>笔记、决定、聊天、邮件、表格、配置：无法读取的会说明。</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Read its history instead</source>
        <translation>改为读取其历史</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>There is no such file or folder: {0}</source>
        <translation>没有这个文件或文件夹：{0}</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>folder, a Git repository</source>
        <translation>文件夹，Git 仓库</translation>
    </message>
    <message>
        <source>{0} is a Git repository: its history tells since when each value holds.</source>
        <translation>{0} 是 Git 仓库：其历史说明每个值从何时起成立。</translation>
    </message>
</context>
<context>
    <name>FindingsModel</name>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Retired value</source>
        <translation>失效值</translation>
    </message>
    <message>
        <source>Holds now</source>
        <translation>现行值</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
</context>
<context>
    <name>GitPage</name>
    <message>
        <source>Folder of the repository</source>
        <translation>仓库的文件夹</translation>
    </message>
    <message>
        <source>A folder with a Git repository, on this machine</source>
        <translation>本机上含 Git 仓库的文件夹</translation>
    </message>
    <message>
        <source>what is checked out</source>
        <translation>当前检出的内容</translation>
    </message>
    <message>
        <source>Branch, tag or commit</source>
        <translation>分支、标签或提交</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>the beginning, or e.g. 2024-01</source>
        <translation>开头，或例如 2024-01</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>截止</translation>
    </message>
    <message>
        <source>the end, or e.g. 2025-06-30</source>
        <translation>结尾，或例如 2025-06-30</translation>
    </message>
    <message>
        <source>Only these files</source>
        <translation>仅限这些文件</translation>
    </message>
    <message>
        <source>all, or e.g. deploy, *.toml, docs/*.md</source>
        <translation>全部，或例如 deploy, *.toml, docs/*.md</translation>
    </message>
    <message>
        <source>Name of the repository in the project</source>
        <translation>仓库在项目中的名称</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Its commits in order; merges count as one.</source>
        <translation>按顺序读取提交；合并提交算作一次。</translation>
    </message>
    <message>
        <source>What stood then is stated once.</source>
        <translation>当时的内容只陈述一次。</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>仅限</translation>
    </message>
    <message>
        <source>Files, folders or patterns, with commas between.</source>
        <translation>文件、文件夹或通配符，以逗号分隔。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What to call it in this project.</source>
        <translation>在此项目中的名称。</translation>
    </message>
    <message>
        <source>Each commit states what it changed in configuration, manifests, tables and change logs.</source>
        <translation>每次提交陈述它在配置、清单、表格和变更日志中所改的内容。</translation>
    </message>
    <message>
        <source>Choose a Git repository</source>
        <translation>选择 Git 仓库</translation>
    </message>
    <message>
        <source>{0} branch</source>
        <translation>{0} 个分支</translation>
    </message>
    <message>
        <source>{0} branches</source>
        <translation>{0} 个分支</translation>
    </message>
    <message>
        <source>last commit {0}, {1}: {2}</source>
        <translation>最近提交 {0}，{1}：{2}</translation>
    </message>
    <message>
        <source>no commit yet</source>
        <translation>还没有提交</translation>
    </message>
    <message>
        <source>Until is before Since.</source>
        <translation>截止时间早于起始时间。</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import into {0}</source>
        <translation>导入到 {0}</translation>
    </message>
    <message>
        <source>New project by import</source>
        <translation>通过导入新建项目</translation>
    </message>
    <message>
        <source>What to import</source>
        <translation>导入什么</translation>
    </message>
    <message>
        <source>Files or a folder</source>
        <translation>文件或文件夹</translation>
    </message>
    <message>
        <source>Git repository</source>
        <translation>Git 仓库</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Import without waiting</source>
        <translation>不等待直接导入</translation>
    </message>
    <message>
        <source>Stop the preview and import at once; an import can be undone as a whole.</source>
        <translation>停止预览并立即导入；导入可整体撤销。</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Nothing was written. Go back to choose otherwise.</source>
        <translation>什么都没有写入。请返回另选。</translation>
    </message>
    <message>
        <source>“Leave out lines that can&apos;t be read” imports the rest.</source>
        <translation>“略过无法读取的行”会导入其余内容。</translation>
    </message>
    <message>
        <source>Nothing new: the project has all of it already, or none of it can be read.</source>
        <translation>没有新内容：项目中已全部有了，或全都无法读取。</translation>
    </message>
    <message>
        <source>{0} file is unchanged since its last import.</source>
        <translation>{0} 个文件自上次导入以来没有变化。</translation>
    </message>
    <message>
        <source>{0} files are unchanged since their last import.</source>
        <translation>{0} 个文件自上次导入以来没有变化。</translation>
    </message>
    <message>
        <source>A table with columns of its own is imported from the page “Table”.</source>
        <translation>有自己的列的表格请在“表格”页导入。</translation>
    </message>
    <message>
        <source>The first {0} of each are listed.</source>
        <translation>各列出前 {0} 项。</translation>
    </message>
    <message>
        <source>Of what is left out, the first {0} are listed.</source>
        <translation>略过的内容列出前 {0} 项。</translation>
    </message>
</context>
<context>
    <name>ImportNews</name>
    <message>
        <source>Another import goes on from there.</source>
        <translation>另一次导入由此继续。</translation>
    </message>
    <message>
        <source>Roll it back</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>Show the facts</source>
        <translation>显示事实</translation>
    </message>
    <message>
        <source>What was left out</source>
        <translation>略过了什么</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复核</translation>
    </message>
    <message>
        <source>The import of {0} was rolled back.</source>
        <translation>{0} 的导入已回滚。</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>files read</source>
        <translation>读取的文件</translation>
    </message>
    <message>
        <source>statements</source>
        <translation>陈述</translation>
    </message>
    <message>
        <source>values closed</source>
        <translation>结束的值</translation>
    </message>
    <message>
        <source>to review</source>
        <translation>待复核</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>截止</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>Statements</source>
        <translation>陈述</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>结束的区间</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>commits read</source>
        <translation>读取的提交</translation>
    </message>
    <message>
        <source>ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>自 {0} 起</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>unchanged, not read again</source>
        <translation>未变，未重读</translation>
    </message>
</context>
<context>
    <name>Importer</name>
    <message>
        <source>Rolling back {0}</source>
        <translation>正在回滚 {0}</translation>
    </message>
    <message>
        <source>{0} statement taken back</source>
        <translation>收回 {0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements taken back</source>
        <translation>收回 {0} 条陈述</translation>
    </message>
    <message>
        <source>Importing {0}</source>
        <translation>正在导入 {0}</translation>
    </message>
    <message>
        <source>{0} statement</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>stopped; {0} are kept</source>
        <translation>已停止；保留 {0}</translation>
    </message>
    <message>
        <source>{0} commit</source>
        <translation>{0} 次提交</translation>
    </message>
    <message>
        <source>{0} commits</source>
        <translation>{0} 次提交</translation>
    </message>
    <message>
        <source>{0} file</source>
        <translation>{0} 个文件</translation>
    </message>
    <message>
        <source>{0} files</source>
        <translation>{0} 个文件</translation>
    </message>
    <message>
        <source>{0} value closed</source>
        <translation>结束 {0} 个值</translation>
    </message>
    <message>
        <source>{0} values closed</source>
        <translation>结束 {0} 个值</translation>
    </message>
    <message>
        <source>{0} from {1}</source>
        <translation>来自 {1} 的{0}</translation>
    </message>
    <message>
        <source>{0} unchanged</source>
        <translation>{0} 未变</translation>
    </message>
    <message>
        <source>{0} to review</source>
        <translation>{0} 待复核</translation>
    </message>
    <message>
        <source>{0} left out</source>
        <translation>{0} 略过</translation>
    </message>
</context>
<context>
    <name>Imports</name>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Statements</source>
        <translation>陈述</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>已回滚</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>+ opens</source>
        <translation>+ 新成立</translation>
    </message>
    <message>
        <source>− closes</source>
        <translation>− 结束</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Git repository</source>
        <translation>Git 仓库</translation>
    </message>
</context>
<context>
    <name>ImportsDialog</name>
    <message>
        <source>Imports</source>
        <translation>导入记录</translation>
    </message>
    <message>
        <source>Imports, the latest first</source>
        <translation>导入记录，最近的在前</translation>
    </message>
    <message>
        <source>Nothing was imported yet. Import files with Ctrl+I.</source>
        <translation>还没有导入过。按 Ctrl+I 导入文件。</translation>
    </message>
    <message>
        <source>Roll back…</source>
        <translation>回滚…</translation>
    </message>
    <message>
        <source>Shows the list first</source>
        <translation>先显示列表</translation>
    </message>
    <message>
        <source>Read every folder and repository again; what their files no longer say ends</source>
        <translation>重新读取所有文件夹和仓库；其文件不再提到的内容会结束</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Each import can be taken back as a whole: what it stated is withdrawn, nothing newer.</source>
        <translation>每次导入都可整体收回：只撤回它所陈述的，不影响更新的内容。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>以及另外 {0} 项</translation>
    </message>
    <message>
        <source>Reading again…</source>
        <translation>正在重新读取…</translation>
    </message>
    <message>
        <source>Reading known folders and repositories again</source>
        <translation>正在重新读取已知的文件夹和仓库</translation>
    </message>
    <message>
        <source>Stopped. What was read by then stays.</source>
        <translation>已停止。此前已读取的内容保留。</translation>
    </message>
    <message>
        <source>{0}: nothing new</source>
        <translation>{0}：没有新内容</translation>
    </message>
    <message>
        <source>{0} statement</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements</source>
        <translation>{0} 条陈述</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>ends on {0}</source>
        <translation>于 {0} 结束</translation>
    </message>
    <message>
        <source>(erased)</source>
        <translation>（已抹除）</translation>
    </message>
    <message>
        <source>{0} from {1}</source>
        <translation>来自 {1} 的{0}</translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>至 {0}</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>recorded {0}</source>
        <translation>记录于 {0}</translation>
    </message>
    <message>
        <source>commit {0} by {1}</source>
        <translation>{1} 的提交 {0}</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>The editor could not be started: see Settings, Editor.</source>
        <translation>无法启动编辑器：见“设置 › 编辑器”。</translation>
    </message>
    <message>
        <source>Choose a bar, a row or a relation to see what is known, since when, and why.</source>
        <translation>选择一个条形、一行或一个关系，查看所知内容、从何时起、为什么。</translation>
    </message>
    <message>
        <source>CHAIN</source>
        <translation>沿革</translation>
    </message>
    <message>
        <source>EVIDENCE</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>WHY</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>FACT</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>{0} statement</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} source</source>
        <translation>{0} 个来源</translation>
    </message>
    <message>
        <source>{0} sources</source>
        <translation>{0} 个来源</translation>
    </message>
    <message>
        <source>Nothing was ever stated about this.</source>
        <translation>从未有过关于此的陈述。</translation>
    </message>
    <message>
        <source>Nothing holds yet at this time.</source>
        <translation>此时尚无值成立。</translation>
    </message>
    <message>
        <source>Nothing holds at this time: the last value ended.</source>
        <translation>此时无值成立：最后一个值已结束。</translation>
    </message>
    <message>
        <source>What held here was erased.</source>
        <translation>此处曾成立的内容已被抹除。</translation>
    </message>
    <message>
        <source>Only narrower scopes have a value.</source>
        <translation>只有更窄的范围有值。</translation>
    </message>
    <message>
        <source>Evidence in its source</source>
        <translation>其来源中的证据</translation>
    </message>
    <message>
        <source>Stated by hand, without a text.</source>
        <translation>手动陈述，没有文本。</translation>
    </message>
    <message>
        <source>and {0} more statement says the same</source>
        <translation>另有 {0} 条陈述说法相同</translation>
    </message>
    <message>
        <source>and {0} more statements say the same</source>
        <translation>另有 {0} 条陈述说法相同</translation>
    </message>
    <message>
        <source>It took over from {0}: same key, different value, later valid time. Nothing else was touched.</source>
        <translation>它取代了 {0}：同一键，不同值，更晚的有效时间。其他都未触及。</translation>
    </message>
    <message>
        <source>The latest statement that covers this time says so.</source>
        <translation>覆盖此时的最新陈述如此说。</translation>
    </message>
    <message>
        <source>It is {0}.</source>
        <translation>它{0}。</translation>
    </message>
    <message>
        <source>Other statements of the same time disagree: {0}.</source>
        <translation>同一时间的其他陈述与之不一致：{0}。</translation>
    </message>
    <message>
        <source>stated by the rule {0}</source>
        <translation>由规则 {0} 陈述</translation>
    </message>
    <message>
        <source>ended by the rule {0}</source>
        <translation>由规则 {0} 结束</translation>
    </message>
    <message>
        <source>Correct…</source>
        <translation>更正…</translation>
    </message>
    <message>
        <source>What we wrote was wrong</source>
        <translation>我们写错了</translation>
    </message>
    <message>
        <source>End…</source>
        <translation>结束…</translation>
    </message>
    <message>
        <source>It stopped being so</source>
        <translation>它不再成立</translation>
    </message>
    <message>
        <source>Withdraw…</source>
        <translation>撤回…</translation>
    </message>
    <message>
        <source>It was never so</source>
        <translation>它从未成立</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy with citation</source>
        <translation>连同引文复制</translation>
    </message>
    <message>
        <source>Open source</source>
        <translation>打开来源</translation>
    </message>
    <message>
        <source>Open the source at its line in your editor</source>
        <translation>在编辑器中打开来源的对应行</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Add alias…</source>
        <translation>添加别名…</translation>
    </message>
    <message>
        <source>Time to live…</source>
        <translation>存活期…</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>抹除…</translation>
    </message>
    <message>
        <source>ALL STATEMENTS</source>
        <translation>全部陈述</translation>
    </message>
</context>
<context>
    <name>JobRow</name>
    <message>
        <source>Progress of {0}</source>
        <translation>{0} 的进度</translation>
    </message>
    <message>
        <source>Cancel {0}</source>
        <translation>取消 {0}</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>还需约 {0}</translation>
    </message>
</context>
<context>
    <name>JobsPanel</name>
    <message>
        <source>Nothing runs. Imports and other long work appear here.</source>
        <translation>没有正在运行的任务。导入等耗时工作会出现在这里。</translation>
    </message>
    <message>
        <source>Jobs that ended</source>
        <translation>已结束的任务</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Nothing was said yet.</source>
        <translation>还没有消息。</translation>
    </message>
    <message>
        <source>JOBS</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Jobs that run or wait</source>
        <translation>正在运行或等待的任务</translation>
    </message>
    <message>
        <source>MESSAGES</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the messages chosen, or all</source>
        <translation>复制所选消息，或全部</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Close jobs and messages</source>
        <translation>关闭任务与消息</translation>
    </message>
</context>
<context>
    <name>KindFilter</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All that waits</source>
        <translation>全部待办</translation>
    </message>
</context>
<context>
    <name>LifeDialog</name>
    <message>
        <source>Time to live</source>
        <translation>存活期</translation>
    </message>
    <message>
        <source>A value that nobody stated again within so many days counts as expired: it holds, with a warning.</source>
        <translation>若某值在这么多天内无人再次陈述，即算过期：仍成立，但带警告。</translation>
    </message>
    <message>
        <source>Set it</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>for good</source>
        <translation>永久</translation>
    </message>
    <message>
        <source>Write a whole number of days, or nothing.</source>
        <translation>请填写整数天数，或留空。</translation>
    </message>
    <message>
        <source>Values of {0} live for good.</source>
        <translation>{0} 的值永久有效。</translation>
    </message>
    <message>
        <source>Values of {0} count as expired {1} days after they were stated last.</source>
        <translation>{0} 的值在最后一次陈述 {1} 天后算作过期。</translation>
    </message>
</context>
<context>
    <name>LineView</name>
    <message>
        <source>What waits for review</source>
        <translation>等待复核的内容</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复核</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>{0} interval opened</source>
        <translation>{0} 个区间成立</translation>
    </message>
    <message>
        <source>{0} intervals opened</source>
        <translation>{0} 个区间成立</translation>
    </message>
    <message>
        <source>{0} closed</source>
        <translation>{0} 个结束</translation>
    </message>
    <message>
        <source>Work is under way. Stop it and close? What is not finished leaves no trace; of a repository, the commits written so far stay.</source>
        <translation>工作正在进行。停止并关闭吗？未完成的内容不留痕迹；对于仓库，已写入的提交会保留。</translation>
    </message>
    <message>
        <source>Close Tenure</source>
        <translation>关闭 Tenure</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
</context>
<context>
    <name>MapRelation</name>
    <message>
        <source>Map to a known relation</source>
        <translation>映射到已知关系</translation>
    </message>
    <message>
        <source>What was stated under this name joins the keys of the relation chosen; nothing is lost.</source>
        <translation>以此名称陈述的内容会并入所选关系的键；什么都不会丢失。</translation>
    </message>
    <message>
        <source>Map it</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>Known relation</source>
        <translation>已知关系</translation>
    </message>
    <message>
        <source>port, owner, version…</source>
        <translation>port、owner、version…</translation>
    </message>
    <message>
        <source>Same as</source>
        <translation>等同于</translation>
    </message>
    <message>
        <source>Or</source>
        <translation>或</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
</context>
<context>
    <name>ModelControl</name>
    <message>
        <source>Answers come from {0} now</source>
        <translation>答案现在来自 {0}</translation>
    </message>
    <message>
        <source>Loading stopped; {0} stays</source>
        <translation>加载已停止；{0} 保留</translation>
    </message>
    <message>
        <source>{0} stays in use.</source>
        <translation>继续使用 {0}。</translation>
    </message>
    <message>
        <source>Downloading {0}</source>
        <translation>正在下载 {0}</translation>
    </message>
    <message>
        <source>the ledger alone</source>
        <translation>仅账本</translation>
    </message>
    <message>
        <source>the built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>by words only</source>
        <translation>仅按词语</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Progress of the download</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>{0} parameters</source>
        <translation>{0} 参数</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个词元</translation>
    </message>
    <message>
        <source>no chat template</source>
        <translation>没有对话模板</translation>
    </message>
    <message>
        <source>{0} GB of memory</source>
        <translation>{0} GB 内存</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>本机上的模型</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Models to download</source>
        <translation>可下载的模型</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按语义搜索</translation>
    </message>
    <message>
        <source>Stop loading</source>
        <translation>停止加载</translation>
    </message>
    <message>
        <source>A model is being loaded</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>ANSWERS COME FROM</source>
        <translation>答案来自</translation>
    </message>
    <message>
        <source>Where models come from</source>
        <translation>模型的来源</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在本机上</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Filter the model files</source>
        <translation>筛选模型文件</translation>
    </message>
    <message>
        <source>Filter…</source>
        <translation>筛选…</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Address of a server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>http://127.0.0.1:8080/v1</source>
        <translation>http://127.0.0.1:8080/v1</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载中</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>ALWAYS THERE</source>
        <translation>始终可用</translation>
    </message>
    <message>
        <source>Built-in model: SmolLM2-135M-Instruct</source>
        <translation>内置模型：SmolLM2-135M-Instruct</translation>
    </message>
    <message>
        <source>The ledger words its own answers; strategies that need a model say so.</source>
        <translation>账本自行给出答案；需要模型的策略会说明。</translation>
    </message>
    <message>
        <source>No text model</source>
        <translation>不使用文本模型</translation>
    </message>
    <message>
        <source>MODEL FILES</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>查找中…</translation>
    </message>
    <message>
        <source>No model file was found in the usual places. Add a file or a folder, or download one.</source>
        <translation>在常用位置没有找到模型文件。请添加文件或文件夹，或下载一个。</translation>
    </message>
    <message>
        <source>… and {0} more</source>
        <translation>… 以及另外 {0} 个</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>询问中…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>A server on this computer that speaks OpenAI&apos;s interface: llama.cpp&apos;s server, Ollama or LM Studio. Questions and passages of the project are sent to it.</source>
        <translation>本机上使用 OpenAI 接口的服务器：llama.cpp 的服务器、Ollama 或 LM Studio。项目的问题和段落会发送给它。</translation>
    </message>
    <message>
        <source>Fetched from huggingface.co when you say so; checked before use.</source>
        <translation>经您同意后从 huggingface.co 获取；使用前会检查。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Passages are found by words and by meaning. Another model makes its own vectors: the project is opened anew and indexed behind.</source>
        <translation>按词语和语义查找段落。换用其他模型会生成自己的向量：项目会重新打开，并在后台建立索引。</translation>
    </message>
    <message>
        <source>Built-in: all-MiniLM-L6-v2</source>
        <translation>内置：all-MiniLM-L6-v2</translation>
    </message>
    <message>
        <source>384 numbers a passage; English at its best</source>
        <translation>每段落 384 个数；最适合英文</translation>
    </message>
    <message>
        <source>By words only</source>
        <translation>仅按词语</translation>
    </message>
    <message>
        <source>No model is loaded; nothing is indexed by meaning</source>
        <translation>不加载模型；不按语义建立索引</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Model files (*.gguf);;All files (*)</source>
        <translation>模型文件 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Add a model file</source>
        <translation>添加模型文件</translation>
    </message>
    <message>
        <source>Add a folder with models</source>
        <translation>添加含模型的文件夹</translation>
    </message>
    <message>
        <source>A folder with an embedding model</source>
        <translation>含嵌入模型的文件夹</translation>
    </message>
</context>
<context>
    <name>MoveRule</name>
    <message>
        <source>Also for facts that are in the project already</source>
        <translation>也用于项目中已有的事实</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>In shadow it changes nothing and keeps a list of what it would retire.</source>
        <translation>在影子模式下它不改变任何内容，只记录它本会使什么失效。</translation>
    </message>
    <message>
        <source>From now on it acts by itself inside every write. What it does can be rolled back.</source>
        <translation>从现在起，每次写入时它都自动起作用。它所做的可以回滚。</translation>
    </message>
    <message>
        <source>It acts no more. What it did stays, and can still be rolled back.</source>
        <translation>它不再起作用。它所做的保留，且仍可回滚。</translation>
    </message>
    <message>
        <source>Everything it did is taken back, and it acts no more. Newer values stay.</source>
        <translation>它所做的全部收回，并且不再起作用。更新的值保留。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>查找中…</translation>
    </message>
    <message>
        <source>No value changes.</source>
        <translation>没有值改变。</translation>
    </message>
    <message>
        <source>{0} effect is taken back:</source>
        <translation>收回 {0} 项效果：</translation>
    </message>
    <message>
        <source>{0} effects are taken back:</source>
        <translation>收回 {0} 项效果：</translation>
    </message>
    <message>
        <source>It leaves {0} value of facts that are there already as it is:</source>
        <translation>它使已有事实的 {0} 个值保持原样：</translation>
    </message>
    <message>
        <source>It leaves {0} values of facts that are there already as they are:</source>
        <translation>它使已有事实的 {0} 个值保持原样：</translation>
    </message>
    <message>
        <source>It would retire {0} value:</source>
        <translation>它会使 {0} 个值失效：</translation>
    </message>
    <message>
        <source>It would retire {0} values:</source>
        <translation>它会使 {0} 个值失效：</translation>
    </message>
    <message>
        <source>It changes {0} value:</source>
        <translation>它改变 {0} 个值：</translation>
    </message>
    <message>
        <source>It changes {0} values:</source>
        <translation>它改变 {0} 个值：</translation>
    </message>
</context>
<context>
    <name>Navigator</name>
    <message>
        <source>Filter subjects and sources…</source>
        <translation>筛选主体和来源…</translation>
    </message>
    <message>
        <source>Filter subjects and sources</source>
        <translation>筛选主体和来源</translation>
    </message>
    <message>
        <source>Subjects and sources</source>
        <translation>主体和来源</translation>
    </message>
    <message>
        <source>SUBJECTS</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>All subjects</source>
        <translation>全部主体</translation>
    </message>
    <message>
        <source>SOURCES</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>{0} more: type to find it</source>
        <translation>另有 {0} 个：输入以查找</translation>
    </message>
    <message>
        <source>{0} more: type to find them</source>
        <translation>另有 {0} 个：输入以查找</translation>
    </message>
    <message>
        <source>More: type to find them</source>
        <translation>还有更多：输入以查找</translation>
    </message>
</context>
<context>
    <name>Opener</name>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Reject all</source>
        <translation>全部拒绝</translation>
    </message>
    <message>
        <source>Deciding what waits from {0}</source>
        <translation>正在决定 {0} 的待办内容</translation>
    </message>
    <message>
        <source>Looking at what waits from {0}</source>
        <translation>正在查看 {0} 的待办内容</translation>
    </message>
    <message>
        <source>{0} statement waits from</source>
        <translation>{0} 条陈述待决定，来自</translation>
    </message>
    <message>
        <source>{0} statements wait from</source>
        <translation>{0} 条陈述待决定，来自</translation>
    </message>
    <message>
        <source>None of them is written, and they are not asked about again.</source>
        <translation>一条也不写入，也不再询问。</translation>
    </message>
    <message>
        <source>{0} interval opens</source>
        <translation>{0} 个区间成立</translation>
    </message>
    <message>
        <source>{0} intervals open</source>
        <translation>{0} 个区间成立</translation>
    </message>
    <message>
        <source>{0} closes</source>
        <translation>{0} 个结束</translation>
    </message>
    <message>
        <source>{0} close</source>
        <translation>{0} 个结束</translation>
    </message>
    <message>
        <source>{0} conflict waits</source>
        <translation>{0} 处冲突待复核</translation>
    </message>
    <message>
        <source>{0} conflicts wait</source>
        <translation>{0} 处冲突待复核</translation>
    </message>
    <message>
        <source>Accepting all: {0}.</source>
        <translation>全部接受：{0}。</translation>
    </message>
    <message>
        <source>It can be undone.</source>
        <translation>可以撤销。</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Keep what was believed when</source>
        <translation>保留当时所认为的内容</translation>
    </message>
    <message>
        <source>Each file counts as known from its own date, so that Known at works back in time.</source>
        <translation>每个文件从其自身日期起算作已知，使“已知于”可以回溯。</translation>
    </message>
    <message>
        <source>Use a file&apos;s time where nothing gives a date</source>
        <translation>没有日期时使用文件的时间</translation>
    </message>
    <message>
        <source>Turn it off for copies and downloads: what has no date then counts from now.</source>
        <translation>对副本和下载的文件请关闭：没有日期的内容从现在起算。</translation>
    </message>
    <message>
        <source>Leave out lines that can&apos;t be read</source>
        <translation>略过无法读取的行</translation>
    </message>
    <message>
        <source>Otherwise one bad line refuses its file.</source>
        <translation>否则一行有误就拒绝整个文件。</translation>
    </message>
    <message>
        <source>Let the text model confirm prose</source>
        <translation>由文本模型确认文字</translation>
    </message>
    <message>
        <source>Slower; what the model and the rules don&apos;t agree on goes to review.</source>
        <translation>较慢；模型与规则不一致的内容转入复核。</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Find a subject, ask a question or do anything…</source>
        <translation>查找主体、提问或执行任何操作…</translation>
    </message>
    <message>
        <source>Find or do anything</source>
        <translation>查找或执行任何操作</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>找到的命令</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>In the world</source>
        <translation>在现实中</translation>
    </message>
    <message>
        <source>As we knew it</source>
        <translation>据我们所知</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Known {0}</source>
        <translation>已知于 {0}</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>All subjects</source>
        <translation>全部主体</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>From</source>
        <translation>起</translation>
    </message>
    <message>
        <source>To</source>
        <translation>止</translation>
    </message>
    <message>
        <source>valid at {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>known at {0}</source>
        <translation>已知于 {0}</translation>
    </message>
    <message>
        <source>Valid {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>and {0} more rows</source>
        <translation>以及另外 {0} 行</translation>
    </message>
</context>
<context>
    <name>PictureExport</name>
    <message>
        <source>PNG image (*.png);;SVG drawing (*.svg);;Web page (*.html)</source>
        <translation>PNG 图像 (*.png);;SVG 图形 (*.svg);;网页 (*.html)</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Exporting {0}</source>
        <translation>正在导出 {0}</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>No interval changes: this is one more piece of evidence.</source>
        <translation>没有区间改变：这只是多一条证据。</translation>
    </message>
    <message>
        <source>No interval changes.</source>
        <translation>没有区间改变。</translation>
    </message>
    <message>
        <source>opens</source>
        <translation>新成立</translation>
    </message>
    <message>
        <source>closes</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>reopens</source>
        <translation>重新成立</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>以及另外 {0} 项</translation>
    </message>
    <message>
        <source>Two values from the same instant: this goes to review.</source>
        <translation>同一时刻有两个值：转入复核。</translation>
    </message>
</context>
<context>
    <name>PreviewPage</name>
    <message>
        <source>Progress of the preview</source>
        <translation>预览进度</translation>
    </message>
    <message>
        <source>Reading to find out what changes. Nothing is written.</source>
        <translation>正在读取以查明变化。不会写入任何内容。</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Import of {0}</source>
        <translation>{0} 的导入</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Conflicts</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Ambiguous names</source>
        <translation>有歧义的名称</translation>
    </message>
    <message>
        <source>Uncertain statements</source>
        <translation>不确定的陈述</translation>
    </message>
    <message>
        <source>No longer in their source</source>
        <translation>来源中不再有</translation>
    </message>
    <message>
        <source>Unknown relations</source>
        <translation>未知关系</translation>
    </message>
    <message>
        <source>Rules in shadow</source>
        <translation>影子模式的规则</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>“{0}” may mean {1}</source>
        <translation>“{0}”可以指 {1}</translation>
    </message>
    <message>
        <source>{0}: no longer {1}</source>
        <translation>{0}：不再是 {1}</translation>
    </message>
    <message>
        <source>learned from prose</source>
        <translation>从文字中学到</translation>
    </message>
    <message>
        <source>would retire {0} value</source>
        <translation>会使 {0} 个值失效</translation>
    </message>
    <message>
        <source>would retire {0} values</source>
        <translation>会使 {0} 个值失效</translation>
    </message>
    <message>
        <source>first used of {0}</source>
        <translation>首次用于 {0}</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>A accept · R reject · E edit · O open · Space or J next · K back</source>
        <translation>A 接受 · R 拒绝 · E 编辑 · O 打开 · 空格或 J 下一个 · K 上一个</translation>
    </message>
    <message>
        <source>What Tenure is not certain of comes here for you to decide: values that contradict each other, names of more than one subject, statements read with doubt, relations it does not know, and what a rule in shadow would retire.</source>
        <translation>Tenure 不确定的内容在此由您决定：互相矛盾的值、多个主体共用的名称、存疑的陈述、不认识的关系，以及影子模式的规则会使什么失效。</translation>
    </message>
    <message>
        <source>Import files with Ctrl+I; what needs you appears here, and its count on the tab.</source>
        <translation>按 Ctrl+I 导入文件；需要您处理的会出现在这里，标签上显示数量。</translation>
    </message>
    <message>
        <source>Nothing waits for review</source>
        <translation>没有等待复核的内容</translation>
    </message>
</context>
<context>
    <name>RollBack</name>
    <message>
        <source>Roll back an import</source>
        <translation>回滚一次导入</translation>
    </message>
    <message>
        <source>What this does</source>
        <translation>执行后的变化</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>查找中…</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>What this import stated is withdrawn; what was changed since stays. It can be undone.</source>
        <translation>撤回此次导入所陈述的；此后改动的保留。可以撤销。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Looking at what import {0} wrote</source>
        <translation>正在查看导入 {0} 写入的内容</translation>
    </message>
    <message>
        <source>{0} statement withdrawn</source>
        <translation>撤回 {0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements withdrawn</source>
        <translation>撤回 {0} 条陈述</translation>
    </message>
    <message>
        <source>{0} restored</source>
        <translation>恢复 {0} 条</translation>
    </message>
    <message>
        <source>{0} name taken back</source>
        <translation>收回 {0} 个名称</translation>
    </message>
    <message>
        <source>{0} names taken back</source>
        <translation>收回 {0} 个名称</translation>
    </message>
    <message>
        <source>{0} no longer waits for review</source>
        <translation>{0} 项不再等待复核</translation>
    </message>
    <message>
        <source>{0} no longer wait for review</source>
        <translation>{0} 项不再等待复核</translation>
    </message>
    <message>
        <source>{0} changed since and left as they are</source>
        <translation>{0} 项此后已改动，保持原样</translation>
    </message>
    <message>
        <source>Rolling back import {0}</source>
        <translation>正在回滚导入 {0}</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>shadow</source>
        <translation>影子</translation>
    </message>
    <message>
        <source>active</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>retired</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Try in shadow…</source>
        <translation>在影子模式下试用…</translation>
    </message>
    <message>
        <source>Activate…</source>
        <translation>启用…</translation>
    </message>
    <message>
        <source>Retire…</source>
        <translation>停用…</translation>
    </message>
    <message>
        <source>Roll back…</source>
        <translation>回滚…</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>A rule ends or moves values of other keys when something is stated: a service that was shut down has no port any more. It goes from draft to shadow, where it only keeps a list, and acts when you activate it.</source>
        <translation>规则在有新陈述时结束或移动其他键的值：已停用的服务不再有端口。规则先是草稿，然后进入只记录列表的影子模式，由您启用后才起作用。</translation>
    </message>
    <message>
        <source>Add from a file…</source>
        <translation>从文件添加…</translation>
    </message>
    <message>
        <source>A TOML file of rules</source>
        <translation>规则的 TOML 文件</translation>
    </message>
    <message>
        <source>Put the rules that come with Tenure in shadow, as far as they are missing</source>
        <translation>将 Tenure 自带而尚缺的规则放入影子模式</translation>
    </message>
    <message>
        <source>Add the starter rules</source>
        <translation>添加入门规则</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>There are no rules yet.</source>
        <translation>还没有规则。</translation>
    </message>
    <message>
        <source>Add those that come with Tenure, or a file of your own, with the buttons below.</source>
        <translation>用下面的按钮添加 Tenure 自带的规则，或您自己的文件。</translation>
    </message>
    <message>
        <source>{0} since {1}</source>
        <translation>{0}，自 {1} 起</translation>
    </message>
    <message>
        <source>by {0}</source>
        <translation>由 {0}</translation>
    </message>
    <message>
        <source>any value</source>
        <translation>任意值</translation>
    </message>
    <message>
        <source>when {0} ends ({1})</source>
        <translation>当 {0} 结束（{1}）</translation>
    </message>
    <message>
        <source>when {0} becomes: {1}</source>
        <translation>当 {0} 变为：{1}</translation>
    </message>
    <message>
        <source>WOULD RETIRE {0} VALUE</source>
        <translation>会使 {0} 个值失效</translation>
    </message>
    <message>
        <source>WOULD RETIRE {0} VALUES</source>
        <translation>会使 {0} 个值失效</translation>
    </message>
    <message>
        <source>A DRAFT LOOKS AT NOTHING YET</source>
        <translation>草稿尚不查看任何内容</translation>
    </message>
    <message>
        <source>{0} EFFECT STANDS</source>
        <translation>{0} 项效果有效</translation>
    </message>
    <message>
        <source>{0} EFFECTS STAND</source>
        <translation>{0} 项效果有效</translation>
    </message>
    <message>
        <source>Add rules</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Rules (*.toml)</source>
        <translation>规则 (*.toml)</translation>
    </message>
</context>
<context>
    <name>RulesModel</name>
    <message>
        <source>would retire {0}</source>
        <translation>会使 {0} 失效</translation>
    </message>
    <message>
        <source>{0} effect</source>
        <translation>{0} 项效果</translation>
    </message>
    <message>
        <source>{0} effects</source>
        <translation>{0} 项效果</translation>
    </message>
</context>
<context>
    <name>ScopeField</name>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Where the answer is to apply, such as env=prod, region=eu; empty: everywhere</source>
        <translation>答案适用之处，如 env=prod, region=eu；留空：所有范围</translation>
    </message>
</context>
<context>
    <name>Score</name>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>过时</translation>
    </message>
    <message>
        <source>Abstained</source>
        <translation>弃答</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>SetChart</name>
    <message>
        <source>Chart of accuracy and stale-fact errors</source>
        <translation>正确率与过时事实错误图</translation>
    </message>
    <message>
        <source>● Right</source>
        <translation>● 正确</translation>
    </message>
    <message>
        <source>✕ Stale-fact errors</source>
        <translation>✕ 过时事实错误</translation>
    </message>
    <message>
        <source>share of the questions, and of the answers given</source>
        <translation>占问题的比例，以及占所给答案的比例</translation>
    </message>
</context>
<context>
    <name>SetModel</name>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>所问</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>无答案</translation>
    </message>
    <message>
        <source>nothing holds</source>
        <translation>无值成立</translation>
    </message>
    <message>
        <source>{0}
Asks for: {1}
Right: {2}</source>
        <translation>{0}
所问：{1}
正确答案：{2}</translation>
    </message>
</context>
<context>
    <name>SetPage</name>
    <message>
        <source>Question set</source>
        <translation>问题集</translation>
    </message>
    <message>
        <source>Choose a set of questions</source>
        <translation>选择一组问题</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Asked of</source>
        <translation>所问策略</translation>
    </message>
    <message>
        <source>Ask {0}</source>
        <translation>向 {0} 提问</translation>
    </message>
    <message>
        <source>Progress of the question set</source>
        <translation>问题集的进度</translation>
    </message>
    <message>
        <source>Which questions</source>
        <translation>哪些问题</translation>
    </message>
    <message>
        <source>Ask many questions with known answers of several strategies, and see how often each gives a retired value. Choose the sample&apos;s questions, or a file of JSON Lines with id, kind, question and gold.</source>
        <translation>就多个已知答案的问题向多种策略提问，看各自有多常给出失效值。请选择示例的问题，或含 id、kind、question 和 gold 的 JSON Lines 文件。</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>全部问题</translation>
    </message>
    <message>
        <source>Where the strategies differ</source>
        <translation>策略有分歧的</translation>
    </message>
    <message>
        <source>With a stale answer</source>
        <translation>有过时答案的</translation>
    </message>
    <message>
        <source>With a wrong answer</source>
        <translation>有错误答案的</translation>
    </message>
    <message>
        <source>With an abstention</source>
        <translation>有弃答的</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl);;All files (*)</source>
        <translation>JSON Lines (*.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>{0} question</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>{0} questions</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>{0} of {1} answers</source>
        <translation>{0} / {1} 个答案</translation>
    </message>
    <message>
        <source>The facts changed since these answers were given. Start over to ask anew.</source>
        <translation>给出这些答案后事实有了变化。请重新开始以再次提问。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>{0}, asked as of {1}</source>
        <translation>{0}，按 {1} 提问</translation>
    </message>
</context>
<context>
    <name>SetRun</name>
    <message>
        <source>question {0} of {1}</source>
        <translation>问题 {0} / {1}</translation>
    </message>
    <message>
        <source>Question set {0}</source>
        <translation>问题集 {0}</translation>
    </message>
</context>
<context>
    <name>SetStrip</name>
    <message>
        <source>Former question of the set</source>
        <translation>问题集中的上一个问题</translation>
    </message>
    <message>
        <source>Next question of the set</source>
        <translation>问题集中的下一个问题</translation>
    </message>
    <message>
        <source>Back to the set</source>
        <translation>返回问题集</translation>
    </message>
    <message>
        <source>{0}, {1} of {2}</source>
        <translation>{0}，{1} / {2}</translation>
    </message>
    <message>
        <source>nothing holds</source>
        <translation>无值成立</translation>
    </message>
    <message>
        <source>Right: {0}</source>
        <translation>正确答案：{0}</translation>
    </message>
    <message>
        <source>asks for: {0}</source>
        <translation>所问：{0}</translation>
    </message>
    <message>
        <source>valid at {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>known at {0}</source>
        <translation>已知于 {0}</translation>
    </message>
</context>
<context>
    <name>SetTable</name>
    <message>
        <source>Questions and what came of them</source>
        <translation>问题及其结果</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language and dates</source>
        <translation>语言与日期</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Text and what holds it; on top of the system&apos;s own scale.</source>
        <translation>文字及其所在控件；在系统缩放之上。</translation>
    </message>
    <message>
        <source>No animations</source>
        <translation>无动画</translation>
    </message>
    <message>
        <source>Nothing moves by itself.</source>
        <translation>任何内容都不会自行移动。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>For times of day, such as Europe/Berlin; bare dates stay as they were written.</source>
        <translation>用于一天中的时间，如 Europe/Berlin；单纯的日期保持原样。</translation>
    </message>
    <message>
        <source>Text model</source>
        <translation>文本模型</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按语义搜索</translation>
    </message>
    <message>
        <source>Passages for an answer</source>
        <translation>每个答案的段落数</translation>
    </message>
    <message>
        <source>How many the text model is given at most; more take longer.</source>
        <translation>最多给文本模型多少段；越多越慢。</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Opens a source at its line, with {file} and {line} filled in; empty opens it as the system does.</source>
        <translation>在对应行打开来源，填入 {file} 和 {line}；留空则按系统方式打开。</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Searched for GGUF files besides the usual places.</source>
        <translation>除常用位置外，在此查找 GGUF 文件。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Takes effect when Tenure is started again.</source>
        <translation>重新启动 Tenure 后生效。</translation>
    </message>
    <message>
        <source>Back to the defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>SourceDialog</name>
    <message>
        <source>Text of the source</source>
        <translation>来源的文本</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>读取中…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
</context>
<context>
    <name>StateToggle</name>
    <message>
        <source>Hide or show what is {0}</source>
        <translation>隐藏或显示“{0}”</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Progress of the running job</source>
        <translation>当前任务的进度</translation>
    </message>
    <message>
        <source>Cancel the running job</source>
        <translation>取消当前任务</translation>
    </message>
    <message>
        <source>Show what waits for review</source>
        <translation>显示等待复核的内容</translation>
    </message>
    <message>
        <source>Jobs and messages</source>
        <translation>任务与消息</translation>
    </message>
    <message>
        <source>models not loaded yet</source>
        <translation>模型尚未加载</translation>
    </message>
    <message>
        <source>models ready</source>
        <translation>模型就绪</translation>
    </message>
    <message>
        <source>{0} statement</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} statements</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} current</source>
        <translation>{0} 个当前值</translation>
    </message>
    <message>
        <source>{0} to review</source>
        <translation>{0} 待复核</translation>
    </message>
    <message>
        <source>{0} passage</source>
        <translation>{0} 个段落</translation>
    </message>
    <message>
        <source>{0} passages</source>
        <translation>{0} 个段落</translation>
    </message>
    <message>
        <source>Index: {0} to embed</source>
        <translation>索引：{0} 待嵌入</translation>
    </message>
    <message>
        <source>Index up to date · {0}</source>
        <translation>索引已是最新 · {0}</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>还需约 {0}</translation>
    </message>
    <message>
        <source>{0} problem</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>{0} problems</source>
        <translation>{0} 个问题</translation>
    </message>
</context>
<context>
    <name>Strategy</name>
    <message>
        <source>RAG</source>
        <translation>RAG</translation>
    </message>
    <message>
        <source>RAG, dated</source>
        <translation>RAG（带日期）</translation>
    </message>
    <message>
        <source>Temporal</source>
        <translation>时态</translation>
    </message>
    <message>
        <source>top 5 by similarity, all versions</source>
        <translation>相似度前 5，所有版本</translation>
    </message>
    <message>
        <source>top 5 by similarity, dates in the prompt</source>
        <translation>相似度前 5，提示中带日期</translation>
    </message>
    <message>
        <source>the ledger, at the two times</source>
        <translation>账本，在这两个时间</translation>
    </message>
</context>
<context>
    <name>StrategyColumn</name>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Remove this column</source>
        <translation>移除此列</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>The answer appears here.</source>
        <translation>答案会出现在这里。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>无答案</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>What we believed, when, about the key in the inspector</source>
        <translation>关于检查器中的键，我们在何时认为什么</translation>
    </message>
    <message>
        <source>Two-time map</source>
        <translation>双时间图</translation>
    </message>
    <message>
        <source>Back to the lanes of the timeline</source>
        <translation>返回时间线的泳道</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>What changed here?</source>
        <translation>这里有何变化？</translation>
    </message>
    <message>
        <source>Export the picture…</source>
        <translation>导出图片…</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>What is the {0} of {1}?</source>
        <translation>{1} 的 {0} 是什么？</translation>
    </message>
</context>
<context>
    <name>TablePage</name>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>File of the table</source>
        <translation>表格文件</translation>
    </message>
    <message>
        <source>A CSV, TSV or XLSX file</source>
        <translation>CSV、TSV 或 XLSX 文件</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>Row with the names of the columns</source>
        <translation>列名所在的行</translation>
    </message>
    <message>
        <source>Names in row</source>
        <translation>列名行</translation>
    </message>
    <message>
        <source>Files that are read this way</source>
        <translation>以此方式读取的文件</translation>
    </message>
    <message>
        <source>The project keeps how the columns are read, for all files of this name; * stands for anything.</source>
        <translation>项目会记住各列的读法，用于所有此名称的文件；* 代表任意内容。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>FIRST ROWS</source>
        <translation>前几行</translation>
    </message>
    <message>
        <source>First rows of the table</source>
        <translation>表格的前几行</translation>
    </message>
    <message>
        <source>Kept for files called</source>
        <translation>适用的文件名</translation>
    </message>
    <message>
        <source>A register of your own: say once what its columns are, and the project keeps it.</source>
        <translation>您自己的登记表：说明一次各列的含义，项目就会记住。</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>COLUMNS</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Statements that the first rows give</source>
        <translation>前几行给出的陈述</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>自 {0} 起</translation>
    </message>
    <message>
        <source>Choose a table</source>
        <translation>选择表格</translation>
    </message>
    <message>
        <source>Tables ({0})</source>
        <translation>表格 ({0})</translation>
    </message>
    <message>
        <source>{0} STATEMENT OF THE FIRST ROWS</source>
        <translation>前几行的 {0} 条陈述</translation>
    </message>
    <message>
        <source>{0} STATEMENTS OF THE FIRST ROWS</source>
        <translation>前几行的 {0} 条陈述</translation>
    </message>
    <message>
        <source>{0} STATEMENT</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>{0} STATEMENTS</source>
        <translation>{0} 条陈述</translation>
    </message>
    <message>
        <source>STATEMENTS</source>
        <translation>陈述</translation>
    </message>
</context>
<context>
    <name>Tabs</name>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>TimeBar</name>
    <message>
        <source>Valid at</source>
        <translation>有效于</translation>
    </message>
    <message>
        <source>When it is true in the world</source>
        <translation>在现实中何时成立</translation>
    </message>
    <message>
        <source>Valid at: date</source>
        <translation>有效于：日期</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Valid at: now</source>
        <translation>有效于：现在</translation>
    </message>
    <message>
        <source>Valid at: slider over the project&apos;s span</source>
        <translation>有效于：项目时间跨度上的滑块</translation>
    </message>
    <message>
        <source>Known at</source>
        <translation>已知于</translation>
    </message>
    <message>
        <source>When the ledger knew it</source>
        <translation>账本何时知道</translation>
    </message>
    <message>
        <source>Known at: date</source>
        <translation>已知于：日期</translation>
    </message>
    <message>
        <source>Known at: now</source>
        <translation>已知于：现在</translation>
    </message>
    <message>
        <source>Known at: slider over the project&apos;s span</source>
        <translation>已知于：项目时间跨度上的滑块</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>回到现在</translation>
    </message>
    <message>
        <source>◷ What held on {0}, as known by {1}</source>
        <translation>◷ {0} 成立的内容，据 {1} 所知</translation>
    </message>
    <message>
        <source>◷ What holds now, as known by {0}</source>
        <translation>◷ 现在成立的内容，据 {0} 所知</translation>
    </message>
    <message>
        <source>◷ What held on {0}</source>
        <translation>◷ {0} 成立的内容</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>{0} piece of evidence</source>
        <translation>{0} 条证据</translation>
    </message>
    <message>
        <source>{0} pieces of evidence</source>
        <translation>{0} 条证据</translation>
    </message>
</context>
<context>
    <name>TimelinePane</name>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Show the whole span</source>
        <translation>显示整个时间段</translation>
    </message>
    <message>
        <source>Timeline of facts</source>
        <translation>事实时间线</translation>
    </message>
    <message>
        <source>Filter by subject, relation, scope or value…</source>
        <translation>按主体、关系、范围或值筛选…</translation>
    </message>
    <message>
        <source>Filter the timeline</source>
        <translation>筛选时间线</translation>
    </message>
    <message>
        <source>What a row stands for</source>
        <translation>每行代表什么</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>A row a subject</source>
        <translation>每行一个主体</translation>
    </message>
    <message>
        <source>A row a relation</source>
        <translation>每行一个关系</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Valid {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>Valid at: line to move</source>
        <translation>有效于：可移动的线</translation>
    </message>
    <message>
        <source>Known {0}</source>
        <translation>已知于 {0}</translation>
    </message>
    <message>
        <source>Known at: line to move</source>
        <translation>已知于：可移动的线</translation>
    </message>
    <message>
        <source>{0} begin here: {1}</source>
        <translation>{0} 个由此开始：{1}</translation>
    </message>
    <message>
        <source>superseded or ended</source>
        <translation>已取代或已结束</translation>
    </message>
    <message>
        <source>Nothing here has that text. Clear the filter to see all.</source>
        <translation>这里没有该文本。清除筛选以查看全部。</translation>
    </message>
    <message>
        <source>Nothing is known here at these two times.</source>
        <translation>在这两个时间，这里没有已知内容。</translation>
    </message>
    <message>
        <source>All subjects</source>
        <translation>全部主体</translation>
    </message>
    <message>
        <source>{0} relation</source>
        <translation>{0} 个关系</translation>
    </message>
    <message>
        <source>{0} relations</source>
        <translation>{0} 个关系</translation>
    </message>
    <message>
        <source>{0} subject</source>
        <translation>{0} 个主体</translation>
    </message>
    <message>
        <source>{0} subjects</source>
        <translation>{0} 个主体</translation>
    </message>
    <message>
        <source>{0} fact</source>
        <translation>{0} 个事实</translation>
    </message>
    <message>
        <source>{0} facts</source>
        <translation>{0} 个事实</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 至 {1}</translation>
    </message>
    <message>
        <source>Columns count the facts that begin then. Click a row to come closer.</source>
        <translation>柱形统计该时段开始的事实。点击一行可放大。</translation>
    </message>
    <message>
        <source>Where bars would be too many, columns count them: click one to zoom in.</source>
        <translation>条形过多时以柱形计数：点击柱形可放大。</translation>
    </message>
    <message>
        <source>Click a bar for its evidence. Drag a line to travel.</source>
        <translation>点击条形查看证据。拖动线条穿越时间。</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Find or do anything</source>
        <translation>查找或执行任何操作</translation>
    </message>
    <message>
        <source>Add a fact</source>
        <translation>添加事实</translation>
    </message>
</context>
<context>
    <name>Totals</name>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>过时</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Abstained</source>
        <translation>弃答</translation>
    </message>
    <message>
        <source>Accuracy (95 %)</source>
        <translation>正确率（95 %）</translation>
    </message>
    <message>
        <source>Stale-fact errors (95 %)</source>
        <translation>过时事实错误（95 %）</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
</context>
<context>
    <name>TurnBox</name>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Waiting for its turn…</source>
        <translation>等待轮到…</translation>
    </message>
    <message>
        <source>scope {0}</source>
        <translation>范围 {0}</translation>
    </message>
    <message>
        <source>valid {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>known {0}</source>
        <translation>已知于 {0}</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source>It was so and is no more</source>
        <translation>曾经成立，现已不再</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>It was never so</source>
        <translation>它从未成立</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy with citations</source>
        <translation>连同引文复制</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新提问</translation>
    </message>
    <message>
        <source>Answer anew, in place of this answer</source>
        <translation>重新回答，替换此答案</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Current when asked</source>
        <translation>提问时为当前</translation>
    </message>
    <message>
        <source>(erased)</source>
        <translation>（已抹除）</translation>
    </message>
    <message>
        <source>This question and its answer quoted something that was erased. They are gone for good.</source>
        <translation>此问题及其答案引用了已抹除的内容，已永久移除。</translation>
    </message>
    <message>
        <source>KNOWN NEARBY</source>
        <translation>附近的已知内容</translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation>您是指 {0} 吗？</translation>
    </message>
    <message>
        <source>Add the fact…</source>
        <translation>添加该事实…</translation>
    </message>
    <message>
        <source>Which of these?</source>
        <translation>是哪一个？</translation>
    </message>
</context>
<context>
    <name>TurnColumn</name>
    <message>
        <source>Ask anything about this project. Answers come from what holds at the two times above, each sentence with its sources. Conversations are kept in the project.</source>
        <translation>就这个项目提任何问题。答案出自在上方两个时间成立的内容，每句都附来源。对话保存在项目中。</translation>
    </message>
    <message>
        <source>Show what was asked earlier</source>
        <translation>显示先前问过的内容</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>TwoTimeMap</name>
    <message>
        <source>no longer believed</source>
        <translation>不再认为成立</translation>
    </message>
    <message>
        <source>not yet known</source>
        <translation>尚未知道</translation>
    </message>
    <message>
        <source>{0} · valid from {1} on</source>
        <translation>{0} · 自 {1} 起有效</translation>
    </message>
    <message>
        <source>{0} · happened on {1}</source>
        <translation>{0} · 发生于 {1}</translation>
    </message>
    <message>
        <source>{0} · valid from {1} to {2}</source>
        <translation>{0} · 有效期 {1} 至 {2}</translation>
    </message>
    <message>
        <source>believed since {0}</source>
        <translation>自 {0} 起如此认为</translation>
    </message>
    <message>
        <source>believed from {0} to {1}</source>
        <translation>{0} 至 {1} 如此认为</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>手动录入</translation>
    </message>
</context>
<context>
    <name>TwoTimePane</name>
    <message>
        <source>How known time is drawn</source>
        <translation>已知时间的画法</translation>
    </message>
    <message>
        <source>Even steps</source>
        <translation>等距</translation>
    </message>
    <message>
        <source>To scale</source>
        <translation>按比例</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Show the whole span</source>
        <translation>显示整个时间段</translation>
    </message>
    <message>
        <source>Whose beliefs?</source>
        <translation>谁的看法？</translation>
    </message>
    <message>
        <source>Choose a relation of a subject at the left, a bar of the timeline or a row of the facts.</source>
        <translation>选择左侧某个主体的关系、时间线上的条形或事实表中的一行。</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到那里</translation>
    </message>
    <message>
        <source>Set both times to this belief</source>
        <translation>将两个时间设为这一看法</translation>
    </message>
    <message>
        <source>Two-time map</source>
        <translation>双时间图</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Beliefs about {0}: arrows move between them</source>
        <translation>关于 {0} 的看法：方向键在其间移动</translation>
    </message>
    <message>
        <source>true in the world (valid time) →</source>
        <translation>现实中成立（有效时间）→</translation>
    </message>
    <message>
        <source>as we knew it (known time) →</source>
        <translation>据我们所知（已知时间）→</translation>
    </message>
    <message>
        <source>Valid {0}</source>
        <translation>有效于 {0}</translation>
    </message>
    <message>
        <source>Known {0}</source>
        <translation>已知于 {0}</translation>
    </message>
    <message>
        <source>Valid at: line to move</source>
        <translation>有效于：可移动的线</translation>
    </message>
    <message>
        <source>Known at: line to move</source>
        <translation>已知于：可移动的线</translation>
    </message>
    <message>
        <source>Nothing was ever believed about this.</source>
        <translation>从未对此有过看法。</translation>
    </message>
    <message>
        <source>{0} belief</source>
        <translation>{0} 个看法</translation>
    </message>
    <message>
        <source>{0} beliefs</source>
        <translation>{0} 个看法</translation>
    </message>
    <message>
        <source>{0} time of learning</source>
        <translation>{0} 个得知时间</translation>
    </message>
    <message>
        <source>{0} times of learning</source>
        <translation>{0} 个得知时间</translation>
    </message>
    <message>
        <source>Showing the {0} latest beliefs only.</source>
        <translation>仅显示最近的 {0} 个看法。</translation>
    </message>
    <message>
        <source>Click a rectangle for its statement. Drag a line to travel.</source>
        <translation>点击矩形查看其陈述。拖动线条穿越时间。</translation>
    </message>
</context>
<context>
    <name>WelcomePane</name>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Knowledge that changes, and answers that never quote what no longer holds.</source>
        <translation>会变化的知识，以及绝不引用失效内容的答案。</translation>
    </message>
    <message>
        <source>An empty project file.</source>
        <translation>一个空的项目文件。</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>Import a folder or a Git repository</source>
        <translation>导入文件夹或 Git 仓库</translation>
    </message>
    <message>
        <source>A new project from notes, chats, tables, or a history. Drop them anywhere here.</source>
        <translation>从笔记、聊天、表格或历史新建项目。可拖放到此处任意位置。</translation>
    </message>
    <message>
        <source>A project file on this machine.</source>
        <translation>本机上的项目文件。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>RECENT</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Open the sample: {0}</source>
        <translation>打开示例：{0}</translation>
    </message>
</context>
<context>
    <name>WithdrawFact</name>
    <message>
        <source>Withdraw a statement</source>
        <translation>撤回一条陈述</translation>
    </message>
    <message>
        <source>It was never so. The statement is taken back from now on; what we believed until now stays readable.</source>
        <translation>它从未成立。从现在起收回该陈述；此前我们所认为的内容仍可查阅。</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>stated from {0}</source>
        <translation>自 {0} 起陈述</translation>
    </message>
</context>
<context>
    <name>format</name>
    <message>
        <source>from {0}</source>
        <translation>自 {0}</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>自 {0} 起</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>不到 1 秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小时 {1} 分</translation>
    </message>
    <message>
        <source>superseded by {0} on {1}</source>
        <translation>于 {1} 被 {0} 取代</translation>
    </message>
    <message>
        <source>ended on {0}</source>
        <translation>于 {0} 结束</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未结束</translation>
    </message>
</context>
<context>
    <name>progress</name>
    <message>
        <source>looking through {0}</source>
        <translation>正在浏览 {0}</translation>
    </message>
    <message>
        <source>reading {0}</source>
        <translation>正在读取 {0}</translation>
    </message>
    <message>
        <source>understanding {0}</source>
        <translation>正在理解 {0}</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>looking at what changes</source>
        <translation>正在查看变化</translation>
    </message>
    <message>
        <source>{0} of {1} commits</source>
        <translation>{0} / {1} 次提交</translation>
    </message>
    <message>
        <source>making vectors: {0} of {1}</source>
        <translation>生成向量：{0} / {1}</translation>
    </message>
    <message>
        <source>{0} lines read</source>
        <translation>已读 {0} 行</translation>
    </message>
    <message>
        <source>{0} statements read</source>
        <translation>已读 {0} 条陈述</translation>
    </message>
    <message>
        <source>deriving intervals</source>
        <translation>正在推导区间</translation>
    </message>
</context>
<context>
    <name>state</name>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>已取代</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>future</source>
        <translation>未来</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>disputed</source>
        <translation>有争议</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
</context>
</TS>
