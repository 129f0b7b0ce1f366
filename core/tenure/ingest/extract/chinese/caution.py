"""What keeps a Chinese sentence, or what follows in it, from stating anything."""

from __future__ import annotations

import re

_START = r"(?:^|[，；：。\s\ue030\ue031])(?:但是?|而|则|不过|可|另外|此外)?"
_CONDITION = re.compile(
    r"如果|如若|倘|本应|本该|理应|要是|假如|假设|假使|假装|一旦|万一|除非|只要|只有当|只有在|的话|否则|不然|要不然|只有.{1,12}(?:后|才)|除了当"
    rf"|{_START}(?:若|如(?:需|遇|有|未|无|欲|要|想|系|在|是|您)|当(?!前|时|地|天|年|选|晚|日|月|然|初|代|家|值).{{2,30}}(?:时|后|之后|时候))"
    r"|(?:时|后)(?:才会|才能|才可)|才会把|才会将"
)
_WHOLE = re.compile(
    r"(?:压测|测试|评测|检查|查询|统计)结果：|(?:监控|仪表盘|看板|报表)显示|我(?:把|的)?(?:本地|本机|电脑)|没验证|未经证实|未证实|无法证实|没法证实|仅供参考|未予置评|未回应|均未回应|不予置评|没有回应|未作回应|子虚乌有|谣言|谣传|别外传|别往外说"
    r"|八字没一撇|误以为|以讹传讹|不实|有误|记错|写错|并非事实|纯属|我猜|真假|不保真|道听途说|听来的|这么讲的|这么说的|听说的"
    r"|找不到任何|缺乏.{0,4}证据|练习|假想|虚构的|路线图|随缘|TODO|待办|示例|样例|举例|例子|模板|占位|演示用|调用例|用例"
)
_HEARSAY = re.compile(
    r"听说|听人|听.{0,5}(?:讲|说|提)|据说|据传|据称|据悉|据闻|据.{0,10}(?:报道|透露|爆料|消息|称|讲|说)|传闻|传言|传说|相传|谣传|网传|盛传|风传|疯传"
    r"|群里传|里传|都在传|有传|消息称|消息人士|知情人|有人(?:说|讲|称|认为|以为|提议|问)|坊间|民间|说法|爆料|小道消息|疑似|好像|貌似|似乎"
    r"|(?:的人|小哥|同事|同学|那边|隔壁.{0,6}|楼上|楼下)(?:说|讲|提到|透露)|(?<![名简全旧俗别统职号通])称[，：]|(?<![小传学演游])说[，：]|原话|有学者|推测|一说|另一说"
)
_DOUBT = re.compile(
    r"可能|大概|也许|或许|或将|或会|估计|应该|应当|应(?=该|为|由|缩|改|设|调|把|将|在|从|是否|按|使)|恐怕|没准|说不定|多半|八成|大约会|我觉得|我想|感觉|印象中|我记得|记得(?=是|以前|好像|原)"
    r"|看样子|看起来|看来|未必|不一定|不确定|不清楚|没确认|未确认|待确认|存疑|有望|或者|预计|预期|料将|想必|兴许|保不齐|差不多|左右|上下$|理论上|原则上|大致"
)
_PROPOSAL = re.compile(
    r"建议|提议|倡议|打算|考虑|计划(?!经济|书|署)|规划(?!局|师)|希望|力争|争取|择机|拟(?!真|人|态|定于|于)|讨论|评估|评審|评审中|酝酿|商议|商讨|有意|有意向|想(?=把|将|要|换|改|让)|提案|议案|提名|候选|候任"
    r"|需要|需(?=把|将|在|由|先|改|设|提前)|须|必须|务必|请(?!求|教|假|愿|柬)|不得|勿|别(?=把|再|用|把|动|改|忘|碰|照)|记得|可以|可(?=将|把|由|设|改|在|用|通过|以)|不妨|不如|最好|要把|要将|得把|得改|得换|要不要|先把|再把"
    r"|例如|比如|譬如|诸如|假如|暂定|待定|尚未|还没|未定|没定|争议|能否|呼吁|敦促|申请|试图|尝试|准备(?=把|将|换|改|迁|用)|下一步|将来|未来(?!科|之|城)|排期|排在|待.{1,8}(?:后|再)|等.{1,12}(?:后|再|就)|争取|有计划|前完成|前要|前须|倒计时|进行中|灰度中|试点"
)
_QUESTION = re.compile(
    r"[吗嘛]|呢$|么$|是否|有没有|是不是|要不要|能不能|会不会|可否|可不可以|如何|怎么|怎样|怎麼|为什么|为何|多少|几个|几点|几号|哪|谁|什么|啥|何时|何人|何处|多大|多久|多长|还是.{1,12}[？?]|对吧|吧[？?]"
)
_PAST = re.compile(
    r"本机(?=的|上|改|起|跑|，)|曾(?!获|就读|毕业)|从前|以前|原来|原本|原先|当时|当初|当年|昔日|早先|最初|最早|起初|起先|一度|历史上|先前|前身|时代|往年|本来|那会儿|那时|过去(?!了)|早期|事发时|故障期间|当晚|那天|那阵|过渡期|旧版|老版|旧时"
    r"|(?:^|[，；：])(?:在)?(?:此前|之前)|(?:^|[，；：])原(?=为|是|属|由|在|有|叫|设)|原(?:为|是|属|由|叫)"
)
_COMPARISON = re.compile(
    r"不像|不同|不一样|相比|比起|相较|较之|类似|相当于|比(?!例|赛|利|亚|特|较|较大|邻|分|如|重|方|喻|对|价|率|萨|基尼|目|克|安|诺).{1,15}(?:更|高|低|大|小|快|慢|多|少|长|短|宽|重|轻|早|晚)"
)
_UNTRUE = re.compile(
    r"并非|不再|并不|不是|绝非|没有|没|未(?!来|央|名|羊)|无需|无须|不会|不用|不必|不能|不可|不得|不需|不打算|拒绝|否认|反对|取消了?.{0,6}(?:计划|方案)|不在|不属于|不归|不由|无关|避免|防止|禁止"
)


def silences_all(text: str) -> bool:
    """Whether a masked sentence states nothing at all."""
    return text.rstrip('”」』)" ').endswith("？") or _WHOLE.search(text) is not None


def silent_from(text: str) -> int:
    """Return where the masked sentence begins to be conditional, hearsay or doubt; its length if nowhere."""
    condition = _CONDITION.search(text)
    if condition is not None:
        before = text.rfind("，", 0, condition.start() + 1)
        if before < 0 or "，" not in text[condition.end() :]:
            return 0  # also "…，如果没人反对": what stands before hangs on it
        text = text[:before]
    found = [m.start() for m in (_HEARSAY.search(text), _DOUBT.search(text)) if m is not None]
    return min(found, default=len(text))


def silences(clause: str) -> bool:
    """Whether a masked clause states nothing: proposals, commands, questions, the past, comparisons."""
    return any(pattern.search(clause) for pattern in (_PROPOSAL, _QUESTION, _PAST, _COMPARISON))


def denies(clause: str) -> bool:
    """Whether a masked clause denies something."""
    return _UNTRUE.search(clause) is not None
